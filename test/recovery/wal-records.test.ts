// Records of etcd's log: read as they were written, and what is not whole or not true is not read at all.
import test from 'ava'
import { checksumOf, logIn, stateRecord } from '../../recovery/wal-records.ts'

const empty = { end: 0, checksum: 0, state: undefined, lastIndex: undefined }
const state = { term: 3n, vote: 2n ** 63n + 1n, commit: 300n }

/** As etcd leaves a file that it has made large beforehand. */
function fileOf(...commits: readonly bigint[]): Buffer {
	let file: Buffer = Buffer.alloc(0)
	for (const commit of commits) {
		const log = logIn(file) ?? empty
		file = Buffer.concat([file, stateRecord(log, { ...state, commit })])
	}
	return Buffer.concat([file, Buffer.alloc(4096)])
}

test('the checksum is Castagnoli’s, and goes on', (t) => {
	const text = Buffer.from('123456789')
	t.is(checksumOf(0, text), 0xe3_06_92_83)
	t.is(checksumOf(checksumOf(0, text.subarray(0, 4)), text.subarray(4)), 0xe3_06_92_83)
})

test('what was written is read, the last of it', (t) => {
	const log = logIn(fileOf(1n, 128n, 2n ** 40n))
	t.deepEqual(log?.state, { ...state, commit: 2n ** 40n })
	t.is((log?.end ?? 1) % 8, 0)
	t.is(log?.lastIndex, undefined)
})

test('a file without records has nothing', (t) => {
	t.deepEqual(logIn(Buffer.alloc(4096)), empty)
	t.deepEqual(logIn(Buffer.alloc(0)), empty)
})

for (const [what, spoil] of [
	['a byte is another', (file: Buffer) => file.fill(file[20] === 9 ? 8 : 9, 20, 21)],
	['its end is missing', (file: Buffer) => file.subarray(0, (logIn(file)?.end ?? 0) - 3)],
	['a length is none', (file: Buffer) => file.fill(255, 0, 7)],
] as const)
	test(`nothing is read where ${what}`, (t) => {
		t.is(logIn(spoil(fileOf(7n))), undefined)
	})
