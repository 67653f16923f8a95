import { randomBytes } from 'node:crypto'
import test from 'ava'
import { array, assert, constantFrom, nat, property, record, uint8Array } from 'fast-check'
import { closing, frameOf, Frames, type Received, type WrongFrame } from '../../kube/frames.ts'

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const mask = hex('37 fa 21 3d')

interface Written {
	readonly opcode: number
	readonly last?: boolean
	readonly bytes: Uint8Array
}

/** As a server writes it. */
function served({ opcode, last = true, bytes }: Written): Buffer {
	const head = Buffer.alloc(bytes.length < 126 ? 2 : bytes.length < 65_536 ? 4 : 10)
	head[0] = (last ? 0x80 : 0) | opcode
	head[1] = head.length === 2 ? bytes.length : head.length === 4 ? 126 : 127
	if (head.length === 4) head.writeUInt16BE(bytes.length, 2)
	if (head.length === 10) head.writeBigUInt64BE(BigInt(bytes.length), 2)
	return Buffer.concat([head, bytes])
}

function received(pieces: readonly Buffer[], longest = 1 << 20): Received[] {
	const frames = new Frames(longest)
	const got: Received[] = []
	for (const piece of pieces) {
		frames.push(piece)
		for (let one = frames.next(); one !== undefined; one = frames.next()) got.push(one)
	}
	return got
}

const cut = (bytes: Buffer, cuts: readonly number[]): Buffer[] => {
	const at = [0, ...cuts.map((one) => one % (bytes.length + 1)), bytes.length]
	const sorted = at.toSorted((one, other) => one - other)
	return sorted.slice(1).map((end, index) => bytes.subarray(sorted[index], end))
}

// The examples of RFC 6455, section 5.7.
const examples: readonly (readonly [what: string, bytes: string, ...expected: Received[]])[] = [
	['a text', '81 05 48 65 6c 6c 6f', { kind: 'text', bytes: Buffer.from('Hello') }],
	['a text in two fragments', '01 03 48 65 6c 80 02 6c 6f', { kind: 'text', bytes: Buffer.from('Hello') }],
	['a ping', '89 05 48 65 6c 6c 6f', { kind: 'ping', bytes: Buffer.from('Hello') }],
	[
		'a ping between two fragments',
		'01 03 48 65 6c 89 00 80 02 6c 6f',
		{ kind: 'ping', bytes: Buffer.alloc(0) },
		{ kind: 'text', bytes: Buffer.from('Hello') },
	],
	['256 bytes', `82 7e 01 00 ${'61'.repeat(256)}`, { kind: 'binary', bytes: Buffer.alloc(256, 'a') }],
	[
		'65536 bytes',
		`82 7f 00 00 00 00 00 01 00 00 ${'61'.repeat(65_536)}`,
		{ kind: 'binary', bytes: Buffer.alloc(65_536, 'a') },
	],
	['nothing', '82 00', { kind: 'binary', bytes: Buffer.alloc(0) }],
	['an end', '88 00', { kind: 'close', code: 1005, reason: '' }],
	['an end with a code', '88 02 03 e8', { kind: 'close', code: 1000, reason: '' }],
	['an end with words', '88 06 03 f3 67 6f 6e 65', { kind: 'close', code: 1011, reason: 'gone' }],
]

for (const [what, bytes, ...expected] of examples)
	test(`${what} is read, whole and byte by byte`, (t) => {
		t.deepEqual(received([hex(bytes)]), expected)
		t.deepEqual(received([...hex(bytes)].map((byte) => Buffer.from([byte]))), expected)
	})

const wrong: readonly (readonly [
	what: string,
	bytes: string,
	code: WrongFrame['closeCode'],
	says: RegExp,
])[] = [
	['a bit of an extension', 'c1 00', 1002, /extension/],
	['a mask', '81 85 37 fa 21 3d 7f 9f 4d 51 58', 1002, /must not mask/],
	['an unknown kind', '83 00', 1002, /3 is no kind/],
	['an unknown kind of control', '8b 00', 1002, /11 is no kind/],
	['a ping in fragments', '09 00', 1002, /control frame/],
	['a long ping', '89 7e 00 80', 1002, /control frame/],
	['a fragment of nothing', '80 00', 1002, /out of order/],
	['a message within another', '01 01 61 81 01 61', 1002, /out of order/],
	['a short length in two bytes', '82 7e 00 7d', 1002, /longer than it needs/],
	['a short length in eight bytes', '82 7f 00 00 00 00 00 00 ff ff', 1002, /longer than it needs/],
	['a message too long', '82 7f 00 00 00 00 00 10 00 01', 1009, /longer than 1048576/],
	['one that nothing could hold', '82 7f ff ff ff ff ff ff ff ff', 1009, /longer than/],
	['an end with half a code', '88 01 03', 1002, /no code/],
	['an end with a code for nobody', '88 02 03 ee', 1002, /1006 is no code/],
	['a text that is none', '81 02 c3 28', 1007, /UTF-8/],
	['words at the end that are none', '88 04 03 e8 c3 28', 1007, /UTF-8/],
]

for (const [what, bytes, closeCode, message] of wrong)
	test(`${what} is refused`, (t) => {
		const error = t.throws<WrongFrame>(() => received([hex(bytes)]), { message })
		t.is(error.closeCode, closeCode)
	})

test('fragments that are too long together are refused', (t) => {
	const part = served({ opcode: 0, last: false, bytes: Buffer.alloc(60) })
	const first = served({ opcode: 2, last: false, bytes: Buffer.alloc(60) })
	t.throws(() => received([first, part], 100), { message: /longer than 100/ })
})

test('what a client writes is masked, as in the example of the RFC', (t) => {
	t.deepEqual(
		frameOf('ping', [Buffer.from('Hel'), Buffer.from('lo')], mask),
		hex('89 85 37fa213d 7f9f4d5158'),
	)
	t.deepEqual(closing(1000, '', mask), hex('88 82 37fa213d 3412'))
	t.is(closing(1011, 'ü'.repeat(100), mask).length, 2 + 4 + 2 + 122)
})

test('what is written reads the same, whatever its length and its parts', (t) => {
	for (const length of [0, 1, 125, 126, 127, 65_535, 65_536, 70_001]) {
		const bytes = randomBytes(length)
		const frame = frameOf('binary', [bytes.subarray(0, length >> 1), bytes.subarray(length >> 1)], mask)
		const head = frame.length - length - 4
		t.deepEqual(frame.subarray(head, head + 4), mask)
		const body = frame.subarray(head + 4).map((byte, index) => byte ^ (mask[index % 4] ?? 0))
		frame[1] = (frame[1] ?? 0) & 0x7f
		t.deepEqual(received([Buffer.concat([frame.subarray(0, head), body])]), [{ kind: 'binary', bytes }])
	}
})

const message = record({
	fragments: array(uint8Array({ maxLength: 300 }), { minLength: 1, maxLength: 5 }),
	between: array(record({ opcode: constantFrom(9, 10), bytes: uint8Array({ maxLength: 125 }) }), {
		maxLength: 3,
	}),
})

test('messages in any fragments, with pings between, over pieces of any size', (t) => {
	assert(
		property(array(message, { maxLength: 6 }), array(nat(), { maxLength: 40 }), (messages, cuts) => {
			const written: Buffer[] = []
			const expected: Received[] = []
			for (const { fragments, between } of messages) {
				for (const [index, bytes] of fragments.entries()) {
					const last = index === fragments.length - 1
					written.push(served({ opcode: index === 0 ? 2 : 0, last, bytes }))
					if (last) break
					const control = between[index]
					if (control === undefined) continue
					written.push(served(control))
					expected.push({ kind: control.opcode === 9 ? 'ping' : 'pong', bytes: Buffer.from(control.bytes) })
				}
				expected.push({ kind: 'binary', bytes: Buffer.concat(fragments) })
			}
			t.deepEqual(received(cut(Buffer.concat(written), cuts)), expected)
		}),
	)
})

test('nonsense is refused or read, and never hangs', (t) => {
	assert(
		property(array(uint8Array({ maxLength: 50 }), { maxLength: 20 }), (pieces) => {
			try {
				received(
					pieces.map((piece) => Buffer.from(piece)),
					1000,
				)
			} catch (reason) {
				t.is((reason as Error).constructor.name, 'WrongFrame')
			}
		}),
	)
	t.pass()
})
