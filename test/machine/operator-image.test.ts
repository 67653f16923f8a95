import { join } from 'node:path'
import { mkdir, readFile } from 'node:fs/promises'
import test from 'ava'
import { buildOperator, operatorArchive } from '../../playground/images/operator.ts'
import { run } from '../../playground/run.ts'
import { ownDirectory } from './support.ts'

test('our image is the same twice, runs as 65532, and holds no shell', async (t) => {
	const digest = await buildOperator()
	t.is(await buildOperator(), digest)
	const dir = await ownDirectory(t)
	await run('tar', ['-xf', operatorArchive(), '-C', dir])
	const blob = async <T>(of: string): Promise<T> =>
		JSON.parse(await readFile(join(dir, 'blobs/sha256', of.slice(7)), 'utf8')) as T
	const { config, layers } = await blob<{ config: { digest: string }; layers: { digest: string }[] }>(digest)
	t.is((await blob<{ config: { User: string } }>(config.digest)).config.User, '65532:65532')

	const root = join(dir, 'root')
	await mkdir(root)
	for (const layer of layers)
		await run('tar', ['-xf', join(dir, 'blobs/sha256', layer.digest.slice(7)), '-C', root])
	const files = (await run('find', [root, '(', '-type', 'f', '-o', '-type', 'l', ')', '-printf', '%P\\n']))
		.trim()
		.split('\n')
	t.deepEqual(
		files.filter((file) => /(^|\/)(ba|da|a)?sh$|busybox/.test(file)),
		[],
	)
	t.true(files.includes('app/controller.cjs'))
	// It starts with nothing but what it holds.
	t.regex(await run('chroot', ['--userspec=65532:65532', root, '/usr/local/bin/node', '--version']), /^v24\./)
})
