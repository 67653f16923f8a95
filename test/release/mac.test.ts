// Executables for Macs: their signatures hold, and ours is the one that another signer, whose programs run on Macs, makes of the same bytes.
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { run } from '../../playground/run.ts'
import { bundle } from '../../tools/release/bundle.ts'
import { compile } from '../../tools/release/compile.ts'
import { readMachO } from '../../tools/release/macho.ts'
import { nameOf, platforms } from '../../tools/release/platforms.ts'
import { identifierOf, sign } from '../../tools/release/sign.ts'
import { faultsOf } from '../../tools/release/signed.ts'
import { folder } from './support.ts'

const test = anyTest.serial as TestFn

const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

for (const platform of platforms.filter(({ os }) => os === 'darwin'))
	test(`every page of ${nameOf(platform)} is as it was signed, and a changed byte is found`, async (t) => {
		t.timeout(120_000)
		await using dir = await folder()
		const path = join(dir.path, 'kubectl-etcd')
		await compile((await bundle()).text, platform, path)
		const program = await readFile(path)
		t.deepEqual(faultsOf(program), [])
		t.log(`signed as ${identifierOf(program)}`)
		const middle = program.length >> 1
		program[middle] = (program[middle] ?? 0) ^ 1
		t.regex(faultsOf(program).join(), /^1 of \d+ pages are not those that were signed$/)
	})

test('Go’s linker signs a program of its own with the same bytes', async (t) => {
	t.timeout(180_000)
	await using dir = await folder()
	await writeFile(join(dir.path, 'main.go'), 'package main\n\nfunc main() { println("hello") }\n')
	await writeFile(join(dir.path, 'go.mod'), 'module hello\n\ngo 1.21\n')
	const env = { ...process.env, GOOS: 'darwin', GOARCH: 'arm64', CGO_ENABLED: '0', GOWORK: 'off' }
	await run('go', ['build', '-o', 'hello', '.'], { cwd: dir.path, env })
	const theirs = await readFile(join(dir.path, 'hello'))
	t.deepEqual(faultsOf(theirs), [])

	const ours = sign(theirs, identifierOf(theirs), sha256)
	const { offset, size } = readMachO(theirs).signature
	const [one, other] = [ours, theirs].map((program) => Buffer.from(program.subarray(offset, offset + size)))
	// The first page differs by the size of the signature, which ours rounds up; its hash is the first of them.
	const page = 20 + 88 + identifierOf(theirs).length + 1
	one?.fill(0, page, page + 32)
	other?.fill(0, page, page + 32)
	t.true(one?.equals(other ?? Buffer.alloc(0)))
})
