// The plugin as people get it: in one file for Node, and as executables that Bun makes of that file.
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { attempt, run } from '../../playground/run.ts'
import { manifests } from '../../plugin/built-in/manifests.ts'
import { version } from '../../plugin/built-in/version.ts'
import { bundle } from '../../tools/release/bundle.ts'
import { compile } from '../../tools/release/compile.ts'
import { nativeExecutable } from '../../tools/release/native.ts'
import { nameOf } from '../../tools/release/platforms.ts'
import { nodePackage } from '../../tools/release/node-package.ts'
import { isIntact, platformHere } from '../../tools/release/runtime.ts'
import { folder } from './support.ts'

const test = anyTest.serial as TestFn

test('the bundle is the same each time, and has neither its sources nor what would make it start slowly', async (t) => {
	const [one, other] = [await bundle(), await bundle()]
	t.is(one.sha256, other.sha256)
	const text = Buffer.from(one.text).toString()
	t.true(text.startsWith('#!/usr/bin/env node\n'))
	t.false(text.includes('sourceMappingURL'))
	t.false(text.includes('RGI_Emoji'))
	t.false(text.includes(import.meta.dirname))
})

test('Node and the executable say the same', async (t) => {
	await using dir = await folder()
	const file = join(dir.path, 'kubectl-etcd.cjs')
	await writeFile(file, (await bundle()).text)
	const executable = await nativeExecutable()
	for (const args of [['--help'], ['version', '--client']]) {
		const byNode = await attempt(process.execPath, [file, ...args])
		t.is(byNode.code, 0, byNode.stderr)
		t.deepEqual(await attempt(executable, args), byNode)
	}
})

test('npx runs the package for Node, which depends on nothing', async (t) => {
	t.timeout(60_000)
	await using dir = await folder()
	const { text } = await bundle()
	const { file } = await nodePackage(version, text, [], dir.path)
	const env = { ...process.env, HOME: dir.path, npm_config_cache: join(dir.path, 'cache') }
	const words = [
		'exec',
		'--yes',
		'--offline',
		`--package=${join(dir.path, file)}`,
		'--',
		'kubectl-etcd',
		'--help',
	]
	const { code, stdout, stderr } = await attempt('npm', words, { cwd: dir.path, env })
	t.is(code, 0, stderr)
	t.is(stdout, await run(await nativeExecutable(), ['--help']))
})

test('the executable is made once', async (t) => {
	const path = await nativeExecutable()
	const began = performance.now()
	t.is(await nativeExecutable(), path)
	t.true(performance.now() - began < 3_000)
})

const printed = bundle('test/release/printed.ts')
const built = { manifests, version, mode: 'none' }

test('what a file of plugin/built-in exports is in the bundle as it was when that was made', async (t) => {
	await using dir = await folder()
	const file = join(dir.path, 'printed.cjs')
	await writeFile(file, (await printed).text)
	t.deepEqual(JSON.parse(await run(process.execPath, [file], { cwd: dir.path })), built)
	t.regex(manifests['crd/etcdclusters.yaml'] ?? '', /kind: CustomResourceDefinition/)
	t.deepEqual(
		Object.keys(manifests).filter((path) => path.startsWith('samples/')),
		[],
	)
})

test('files in the folder where it is called are no settings of an executable, and no code', async (t) => {
	await using dir = await folder()
	const executable = join(dir.path, 'printed')
	await compile((await printed).text, platformHere(), executable)
	const mark = join(dir.path, 'mark')
	await writeFile(join(dir.path, 'evil.ts'), `require('node:fs').writeFileSync(${JSON.stringify(mark)}, '')`)
	await writeFile(join(dir.path, 'bunfig.toml'), 'preload = ["./evil.ts"]\n')
	await writeFile(join(dir.path, '.env'), 'MODE=evil\n')
	await writeFile(join(dir.path, 'package.json'), '{ "imports": { "#x": "./evil.ts" } }')
	await writeFile(
		join(dir.path, 'tsconfig.json'),
		'{ "compilerOptions": { "paths": { "*": ["./evil.ts"] } } }',
	)
	const said = await run(executable, [], { cwd: dir.path, env: { PATH: '/usr/bin:/bin', HOME: dir.path } })
	t.deepEqual(JSON.parse(said), built)
	await t.throwsAsync(readFile(mark), { code: 'ENOENT' })
})

test('it does not matter where and when an executable is made', async (t) => {
	t.timeout(120_000)
	const { text } = await bundle()
	const made: Buffer[] = []
	for (const name of ['one', 'a-folder-with-a-longer-name']) {
		await using dir = await folder()
		const path = join(dir.path, name)
		await compile(text, platformHere(), path)
		made.push(await readFile(path))
	}
	t.true(made[0]?.equals(made[1] ?? Buffer.alloc(0)))
})

const release = async (...words: readonly string[]) =>
	await attempt(process.execPath, ['tools/release.ts', ...words])

test('a release that is made twice has the same sums', async (t) => {
	t.timeout(180_000)
	const sums: string[] = []
	for (const _ of ['once', 'twice']) {
		await using dir = await folder()
		const output = join(dir.path, 'dist')
		const { code, stderr } = await release('--only', nameOf(platformHere()), '--output', output)
		t.is(code, 0, stderr)
		t.regex(stderr, /\(1 of 1\) done in/)
		await run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: output })
		sums.push(await readFile(join(output, 'SHA256SUMS'), 'utf8'))
	}
	t.is(sums[0], sums[1])
	t.regex(sums[0] ?? '', new RegExp(`kubectl-etcd-v${version}-${nameOf(platformHere())}.tar.gz\n`))
})

const refused: Readonly<Record<string, readonly [readonly string[], RegExp]>> = {
	'a platform that there is none of': [
		['--only', 'linux-amd64,plan9-arm'],
		/"plan9-arm" is no platform .* linux-amd64,linux-arm64,/,
	],
	'no platform at all': [['--only='], /"" is no platform/],
	'an address that is none': [
		['--from', 'example.com/releases'],
		/"example.com\/releases" is no address: use one such as https:/,
	],
	'a flag that there is not': [['--onyl', 'linux-amd64'], /--onyl/],
	'words that are no flags': [['linux-amd64'], /linux-amd64/],
}

for (const [what, [words, said]] of Object.entries(refused))
	test(`release:local refuses ${what} in one line`, async (t) => {
		const { code, stdout, stderr } = await release(...words)
		t.is(code, 1)
		t.is(stdout, '')
		t.regex(stderr, said)
		t.is(stderr.split('\n').length, 2)
	})

test('what else lies in the folder of a release stays there', async (t) => {
	t.timeout(120_000)
	await using dir = await folder()
	for (const file of [
		'letter.txt',
		'kubectl-etcd-v0.0.1-linux-amd64.tar.gz',
		'linux-amd64-kubectl-etcd.12.work',
	])
		await writeFile(join(dir.path, file), '')
	const { code, stderr } = await release('--only', nameOf(platformHere()), '--output', dir.path)
	t.is(code, 0, stderr)
	t.deepEqual((await readdir(dir.path)).toSorted(), [
		'SHA256SUMS',
		`kubectl-etcd-${version}.tgz`,
		`kubectl-etcd-v${version}-${nameOf(platformHere())}.tar.gz`,
		'letter.txt',
		'plugins',
	])
})

test('a runtime whose hash is another is not taken', (t) => {
	const sum =
		'sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=='
	t.true(isIntact(new Uint8Array(), sum))
	t.false(isIntact(Uint8Array.of(0), sum))
})
