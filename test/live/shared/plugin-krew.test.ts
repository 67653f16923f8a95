// The plugin as krew installs it, called through kubectl against a real cluster, and uninstalled. Only the archive for this machine is made.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { attempt, run } from '../../../playground/run.ts'
import { archiveOf } from '../../../tools/release/platforms.ts'
import { release } from '../../../tools/release/release.ts'
import { platformHere } from '../../../tools/release/runtime.ts'
import { fresh, krewIn, left, makeIndex } from '../../release/krew.ts'
import { folder } from '../../release/support.ts'
import { make, untilHealthy } from '../cluster-support.ts'
import { ownNamespace, playground } from '../support.ts'

test('kubectl etcd status, as krew has installed it', async (t) => {
	t.timeout(300_000)
	await using root = await folder()
	await using made = await folder()
	const here = platformHere()
	const dist = join(made.path, 'dist')
	const namespace = await ownNamespace(t)
	await make(namespace, 'orders', { size: 1 })
	const [krew] = await Promise.all([krewIn(made.path), release({ platforms: [here], output: dist })])
	const index = await makeIndex(made.path, dist)
	const env = {
		...(await fresh({ ...krew, index }, root, here)),
		KUBECONFIG: playground.files.kubeconfig,
		LANG: 'C.UTF-8',
	}
	const kubectl = async (...args: readonly string[]) => await attempt('kubectl', args, { env })
	const status = ['etcd', 'status', 'orders', '-n', namespace]

	const before = await kubectl(...status)
	t.is(before.code, 1)
	t.regex(before.stderr, /unknown command "etcd"/)

	const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
	const archive = join(dist, archiveOf(here, version))
	const manifest = join(dist, 'plugins/etcd.yaml')
	await run('kubectl', ['krew', 'install', `--manifest=${manifest}`, `--archive=${archive}`], { env })
	await untilHealthy(namespace, 'orders')
	const { code, stdout, stderr } = await kubectl(...status)
	t.is(code, 0, stderr)
	t.is(stderr, '')
	t.regex(stdout, /^orders {2}\(\S+\) +● Healthy +1\/1 member answered, \d+ms/)
	t.regex(stdout, /\n {2}Quorum +1 voter, need 1: can lose 0 .*\n {2}Version +3\.6\.16 /)
	const asJson = await kubectl(...status, '-o', 'json')
	t.like(JSON.parse(asJson.stdout), { kind: 'EtcdStatus', name: 'orders', namespace, health: 'Healthy' })
	const nobody = await kubectl('etcd', 'status', 'ordrs', '-n', namespace)
	t.is(nobody.code, 1)
	t.regex(nobody.stderr, /did you mean "orders"\?/)

	await run('kubectl', ['krew', 'uninstall', 'etcd'], { env })
	t.deepEqual(await left(root), [])
	t.deepEqual(await readdir(join(root.path, 'bin')), [])
	t.is((await kubectl(...status)).code, 1)
})
