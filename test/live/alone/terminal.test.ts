import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { cli } from '../../machine/support.ts'
import { eventually, kubectl, playground } from '../support.ts'

const test = anyTest.serial as TestFn
const named = ['--name', playground.name]

test('fault --for holds for its time and is undone', async (t) => {
	const { code, stdout, stderr } = await cli(['fault', 'stop-apiserver', '--for', '1', ...named])
	t.is(code, 0, stderr)
	t.is(stdout, 'stop-apiserver holds for 1 s\n')
	t.regex(await kubectl('get', '--raw', '/readyz'), /ok/)
})

test('a fault on nothing is refused in one sentence', async (t) => {
	const { code, stderr } = await cli(['fault', 'kill', 'etcd-0', ...named])
	t.is(code, 1)
	t.is(stderr, '"etcd-0" names no pod: write NAMESPACE/POD.\n')
})

test('load of a file that is no image is refused in one sentence', async (t) => {
	const { code, stderr } = await cli(['load', join(import.meta.dirname, '../../../README.md'), ...named])
	t.is(code, 1)
	t.regex(stderr, /containerd does not take README\.md as an image archive: .+\n$/)
	t.notRegex(stderr, /\n\s+at /)
})

test('install of what is no addon is refused in one sentence', async (t) => {
	const { code, stderr } = await cli(['install', 'everything', ...named])
	t.is(code, 1)
	t.is(stderr, '"everything" is no addon: choose one of cert-manager, csi.\n')
})

test('kubectl takes the playground by name, written either way, and gives its exit code', async (t) => {
	t.regex((await cli(['kubectl', ...named, 'get', 'nodes'])).stdout, /node1 +Ready/)
	t.regex((await cli(['kubectl', `--name=${playground.name}`, 'get', 'nodes'])).stdout, /node1 +Ready/)
	t.is((await cli(['kubectl', ...named, 'get', 'nonsense'])).code, 1)
})

test('env and status speak of it', async (t) => {
	t.regex((await cli(['env', ...named])).stdout, /^export KUBECONFIG='.*\/kubeconfig'\nexport PATH='/)
	// A part that ended because the API was away is started again.
	await eventually('every part runs', async () => (await cli(['status', ...named])).code === 0)
	t.is((await cli(['status', ...named])).stdout.match(/kubelet +running/g)?.length, 3)
})
