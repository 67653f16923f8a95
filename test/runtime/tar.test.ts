// What is packed is unpacked by the machine's own tar, and packed twice it is the same.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import test from 'ava'
import { tar, type TarFile } from '../../runtime/tar.ts'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
const long = `${'folder-'.repeat(12)}a/${'sub-'.repeat(12)}b/${'name-'.repeat(15)}c.log`
const files: readonly TarFile[] = [
	{ name: 'r/z.txt', body: bytes('last\n'), mode: 0o600 },
	{ name: 'r/empty', body: bytes('') },
	{ name: `r/${long}`, body: bytes('ä'.repeat(1000)) },
	{ name: 'r/block', body: bytes('x'.repeat(512)) },
	{ name: 'r/näme', body: bytes('n') },
]

for (const [kind, pack] of [
	['plain', (archive: Uint8Array) => archive],
	['compressed', (archive: Uint8Array) => gzipSync(archive)],
] as const)
	test(`${kind}, tar unpacks it as it was`, (t) => {
		const dir = mkdtempSync(join(tmpdir(), 'kubectl-etcd-tar-'))
		t.teardown(() => rmSync(dir, { recursive: true }))
		const file = join(dir, 'a.tar')
		writeFileSync(file, pack(tar(files, 1_795_078_472)))
		const listed = execFileSync('tar', ['-tvf', file, '--full-time', '--utc', '--numeric-owner'], {
			encoding: 'utf8',
		})
		t.is(listed.trim().split('\n').length, files.length)
		t.regex(listed, /-rw-r--r-- 0\/0 +0 2026-11-19 08:54:32 r\/empty/)
		execFileSync('tar', ['-xf', file, '-C', dir])
		for (const { name, body, mode = 0o644 } of files) {
			t.deepEqual(new Uint8Array(readFileSync(join(dir, name))), new Uint8Array(body), name)
			t.is(statSync(join(dir, name)).mode & 0o777, mode, name)
		}
	})

test('the same files make the same archive, whatever their order', (t) => {
	t.deepEqual(tar(files, 5), tar(files.toReversed(), 5))
	t.notDeepEqual(tar(files, 5), tar(files, 6))
})

test('a name that fits nowhere is refused', (t) => {
	t.throws(() => tar([{ name: 'x'.repeat(101), body: bytes('') }], 0), { message: /too long a name/ })
	t.throws(() => tar([{ name: `${'d/'.repeat(100)}${'x'.repeat(101)}`, body: bytes('') }], 0), {
		message: /too long/,
	})
})
