import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal } from '../../../etcd/arguments.ts'
import { run } from '../../../playground/run.ts'
import { everyMinor } from './binaries.ts'
import { born } from './cluster.ts'
import { until } from './process.ts'

everyMinor('has a tool that makes a data directory of a snapshot, or has none', async (t, etcd) => {
	t.is(etcd.etcdutl !== undefined, etcd.dialect.restoreTool === 'etcdutl')
	if (etcd.etcdutl === undefined) return
	const seed = await born(t, etcd)
	await seed.put('kept')
	const before = await seed.client.confirm()
	seed.signal('SIGTERM')
	await seed.ended()
	const [data, made] = [join(seed.dir, 'data'), join(seed.dir, 'made')]
	const words = ['--data-dir', made, '--name', seed.name, '--initial-cluster', seed.listed]
	const more = ['--initial-advertise-peer-urls', seed.peerUrl, '--initial-cluster-token', 'here/test/2']
	await run(etcd.etcdutl, [
		'snapshot',
		'restore',
		join(data, 'member/snap/db'),
		'--skip-hash-check',
		...words,
		...more,
	])
	await rm(data, { recursive: true })
	await run('mv', [made, data])
	seed.start(refusal.initialCluster, refusal.initialState)
	const after = await until('it serves', async () => await seed.client.confirm())
	t.is(after.revision, before.revision)
	t.not(after.clusterId, before.clusterId)
})
