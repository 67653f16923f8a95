// A snapshot of members of every minor: whole, as etcd's own tool reads it, or an error.
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { Connection } from '../../../etcd/connection.ts'
import { EtcdError } from '../../../etcd/errors.ts'
import { snapshotOf } from '../../../etcd/snapshot.ts'
import { run } from '../../../playground/run.ts'
import { everyMinor, type Etcd } from './binaries.ts'
import { born } from './cluster.ts'
import type { MemberProcess } from './process.ts'

const keys = 60

async function filled(t: ExecutionContext, etcd: Etcd, each = 100_000) {
	const seed = await born(t, etcd)
	for (let index = 0; index < keys; index++) await seed.put(`key-${index}`, 'x'.repeat(each))
	const connection = new Connection({ host: seed.host, port: seed.ports.client })
	t.teardown(() => connection.close())
	return { seed, connection }
}

async function saved({ dir }: MemberProcess, connection: Connection): Promise<string> {
	const path = join(dir, 'saved.db')
	await using file = await open(path, 'wx')
	let left = Infinity
	for await (const { bytes, leftBytes } of snapshotOf(connection, { deadlineMs: 30_000 }).pieces) {
		if (leftBytes > left) throw new Error(`${leftBytes} are left after ${left}`)
		left = leftBytes
		await file.write(bytes)
	}
	if (left !== 0) throw new Error(`${left} bytes are said to be left`)
	return path
}

everyMinor('gives a snapshot that etcd’s own tool reads', async (t, etcd) => {
	const { seed, connection } = await filled(t, etcd)
	const { revision } = await seed.client.confirm()
	const path = await saved(seed, connection)
	t.true((await readFile(path)).length > keys * 100_000)
	if (etcd.etcdutl === undefined) return
	const told = JSON.parse(await run(etcd.etcdutl, ['snapshot', 'status', path, '-w', 'json'])) as {
		revision: number
		totalKey: number
	}
	t.is(BigInt(told.revision), revision ?? 0n)
	t.true(told.totalKey >= keys)
})

everyMinor('whose process ends in the middle is an error, and never half of a snapshot', async (t, etcd) => {
	// More than what is on its way at once.
	const { seed, connection } = await filled(t, etcd, 500_000)
	let pieces = 0
	const reason = await t.throwsAsync(async () => {
		for await (const { leftBytes } of snapshotOf(connection).pieces) {
			if (pieces++ === 3) seed.signal('SIGKILL')
			// What has come already is read first.
			await sleep(leftBytes > 0 ? 1 : 0)
		}
	})
	t.true(reason instanceof EtcdError && reason.code === 'unreachable', String(reason))
})

everyMinor('is not held up by who reads slowly, and goes on after', async (t, etcd) => {
	const { seed, connection } = await filled(t, etcd)
	let bytes = 0
	for await (const piece of snapshotOf(connection).pieces) {
		if (bytes === 0) {
			await sleep(500)
			await seed.put('meanwhile')
		}
		bytes += piece.bytes.length
	}
	t.true(bytes > keys * 100_000)
})
