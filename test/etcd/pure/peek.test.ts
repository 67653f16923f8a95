import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { peek } from '../../../etcd/peek.ts'

const local = '127.0.0.1'

async function listening(t: ExecutionContext, listener: RequestListener): Promise<number> {
	const server = createServer(listener).listen(0, local)
	t.teardown(() => {
		server.closeAllConnections()
		server.close()
	})
	await once(server, 'listening')
	return (server.address() as AddressInfo).port
}

const member = async (t: ExecutionContext, metrics: readonly string[], readyStatus = 200): Promise<number> =>
	await listening(t, ({ url }, response) => {
		if (url === '/metrics') response.end(`${metrics.join('\n')}\n`)
		else response.writeHead(url === '/readyz' ? readyStatus : 404).end()
	})

const id = 'etcd_server_id{server_id="8e9e05c52164694d"} 1'
const applied = 'etcd_server_proposals_applied_total 4711'
const peer = (remote: string, active: number) =>
	`etcd_network_active_peers{Local="8e9e05c52164694d",Remote="${remote}"} ${active}`

test('a member with a peer that is there and one that is not', async (t) => {
	const port = await member(t, ['# TYPE x gauge', id, applied, peer('abc', 1), peer('def0', 0)])
	t.deepEqual(await peek(local, port, '/readyz'), {
		memberId: '8e9e05c52164694d',
		appliedIndex: 4711n,
		committedIndex: 4711n,
		clusterVersion: undefined,
		ready: true,
		snapshots: 0,
		connectedTo: new Set(['abc']),
	})
})

test('what is committed and not applied yet is known', async (t) => {
	const port = await member(t, [id, applied, 'etcd_server_proposals_committed_total 4720'])
	t.is((await peek(local, port, '/readyz'))?.committedIndex, 4720n)
})

test('a member alone tells nothing of connections, and a learner is not ready', async (t) => {
	const port = await member(t, [id, applied], 503)
	const seen = await peek(local, port, '/readyz')
	t.is(seen?.connectedTo, undefined)
	t.false(seen?.ready)
})

test('one that has lost everybody says so', async (t) => {
	const port = await member(t, [id, applied, peer('abc', 0)])
	t.deepEqual((await peek(local, port, '/readyz'))?.connectedTo, new Set())
})

test('a large number is written with an exponent', async (t) => {
	const port = await member(t, [id, 'etcd_server_proposals_applied_total 1.234567e+06'])
	t.is((await peek(local, port, '/readyz'))?.appliedIndex, 1_234_567n)
})

test('of the versions that the members spoke the one that they speak is told', async (t) => {
	const speaks = (version: string, now: number) => `etcd_cluster_version{cluster_version="${version}"} ${now}`
	const of = async (...lines: readonly string[]) =>
		(await peek(local, await member(t, [id, applied, ...lines]), '/readyz'))?.clusterVersion
	t.is(await of(speaks('3.5', 1)), '3.5')
	t.is(await of(speaks('3.5', 0), speaks('3.6', 1)), '3.6')
	t.is(await of(speaks('3.5', 1), speaks('3.6', 0)), '3.5')
	t.is(await of(speaks('3.5', 0)), undefined)
})

test('names that only begin or end alike do not count', async (t) => {
	const port = await member(t, [
		'x_etcd_server_proposals_applied_total 1',
		'etcd_server_proposals_applied_total_created 2',
		applied,
		id,
	])
	t.is((await peek(local, port, '/readyz'))?.appliedIndex, 4711n)
})

test('what does not say who it is was not seen', async (t) => {
	t.is(await peek(local, await member(t, [applied]), '/readyz'), undefined)
	t.is(await peek(local, await member(t, [id]), '/readyz'), undefined)
	t.is(await peek(local, await member(t, []), '/readyz'), undefined)
})

test('one that only its readiness keeps waiting is seen, and is not ready', async (t) => {
	const port = await listening(t, ({ url }, response) => {
		if (url === '/metrics') response.end(`${id}\n${applied}\n`)
	})
	const began = performance.now()
	t.false((await peek(local, port, '/readyz'))?.ready)
	t.true(performance.now() - began < 2500)
})

test('nobody, silence, and an answer that is cut are nothing seen', async (t) => {
	t.is(await peek(local, 1, '/readyz'), undefined)
	t.is(await peek(local, await listening(t, () => {}), '/readyz'), undefined)
	const cut = await listening(t, (_request, response) => {
		response.writeHead(200, { 'content-length': 1000 }).write(id)
		setImmediate(() => response.destroy())
	})
	t.is(await peek(local, cut, '/readyz'), undefined)
})
