// What seals a member: once it has data, it is told a cluster in which nobody is. Only an empty directory would read that.
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal, saysRefused } from '../../../etcd/arguments.ts'
import { everyMinor } from './binaries.ts'
import { born } from './cluster.ts'
import { until } from './process.ts'

everyMinor('comes back with its data when it is sealed', async (t, etcd) => {
	const seed = await born(t, etcd)
	await seed.put('kept')
	const before = await seed.client.confirm()
	for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
		seed.signal(signal)
		await seed.ended()
		seed.start(refusal.initialCluster, refusal.initialState)
		const after = await until('it serves again', async () => await seed.client.confirm())
		t.is(after.revision, before.revision)
		t.is(after.memberId, before.memberId)
		t.is(after.clusterId, before.clusterId)
	}
	t.is((await seed.client.members()).members.length, 1)
})

everyMinor('starts from nothing never again when it is sealed', async (t, etcd) => {
	const seed = await born(t, etcd)
	const data = join(seed.dir, 'data')
	const empties = {
		'no directory': async () => {},
		'an empty one': async () => await mkdir(data, { mode: 0o700 }),
		'one of a new volume': async () => await mkdir(join(data, 'lost+found'), { recursive: true }),
	}
	await seed.kill()
	for (const [what, make] of Object.entries(empties)) {
		await rm(data, { recursive: true })
		await make()
		// Twice: the first refusal leaves files behind, which must not look like data.
		for (const time of ['first', 'second']) {
			seed.start(refusal.initialCluster, refusal.initialState)
			const { code, lastWords } = await seed.ended()
			t.is(code, 1, `${what}, ${time}`)
			t.true(saysRefused(lastWords), `${what}, ${time}: ${lastWords}`)
		}
	}
	// And what the refusals left does not stop a real start.
	seed.start(seed.listed, 'new')
	await until('it serves', async () => await seed.client.confirm())
})

everyMinor('ends in other words for other reasons', async (t, etcd) => {
	const seed = await born(t, etcd)
	await seed.kill()
	await rm(join(seed.dir, 'data'), { recursive: true })
	seed.start(`${seed.listed},gone=http://127.0.0.1:1`, 'existing')
	const { code, lastWords } = await seed.ended()
	t.not(code, 0)
	t.false(saysRefused(lastWords), lastWords)
})
