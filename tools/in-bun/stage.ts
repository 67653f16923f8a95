// The stage in which the tests of what the plugin shares run once more in Bun, unchanged. AVA itself runs in it there, and each test file
// in a Bun of its own.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ava, avaBy } from '../ava.ts'
import { bundle } from '../release/bundle.ts'
import { ownRuntime } from '../release/runtime.ts'
import { add, type Counts } from '../tap.ts'
import { asking, leftOut, patterns } from './shared.ts'

const root = join(import.meta.dirname, '../..')

/** A test in Node, whose requests each come from a Bun that runs what asks, bundled as the plugin is. */
async function requests(): Promise<Counts> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-in-bun-'))
	try {
		const file = join(dir, 'ours.cjs')
		await writeFile(file, (await bundle('test/kube/config/ours.ts')).text)
		const env = { KUBECTL_ETCD_RUNTIME: `${ownRuntime()} ${file}` }
		return await ava(env, ...asking.map((path) => `test/${path}`))
	} finally {
		await rm(dir, { recursive: true, force: true })
	}
}

export async function inBun(): Promise<Counts> {
	for (const [path, why] of Object.entries(leftOut)) console.log(`# not in Bun: test/${path}: ${why}`)
	const cli = join(root, 'node_modules/ava/entrypoints/cli.js')
	const runner = [ownRuntime(), '--preload', join(import.meta.dirname, 'preload.ts'), cli]
	const all = await avaBy(runner, { KUBECTL_ETCD_TESTS_IN: 'bun' }, ['--concurrency=4', ...patterns])
	return add(all, await requests())
}
