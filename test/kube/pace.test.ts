// An API server in trouble is not asked more because of it.
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { follow } from '../../kube/watch.ts'
import { json, rude, type Answer } from './rude.ts'
import { configMap } from './support.ts'

const isWatch = (url: string | undefined): boolean => url?.includes('watch=true') === true

/** How often it is asked within two seconds. */
async function asked(t: ExecutionContext, answer: Answer): Promise<number> {
	const { api, arrived } = await rude(t, answer)
	const stop = new AbortController()
	follow(api, { kind: configMap, changed: () => {} }, stop.signal)
	await sleep(2000)
	stop.abort()
	return arrived.length
}

const list = { metadata: { resourceVersion: '1' }, items: [] }
const expired = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' }

test('one that refuses is asked less and less', async (t) => {
	t.true((await asked(t, (_, outgoing) => json(outgoing, 500, {}))) < 10)
})

test('one that lists and refuses to be watched is asked less and less', async (t) => {
	const times = await asked(t, ({ url }, outgoing) => json(outgoing, isWatch(url) ? 500 : 200, list))
	t.true(times < 20, String(times))
})

test('one that says of each list that it is too old is not asked without end', async (t) => {
	const times = await asked(t, (_, outgoing) => json(outgoing, 410, expired))
	t.true(times < 20, String(times))
})

test('one that cuts each watch after a line is asked less and less', async (t) => {
	const bookmark = { type: 'BOOKMARK', object: { metadata: { resourceVersion: '2' } } }
	const times = await asked(t, ({ url, socket }, outgoing) => {
		if (!isWatch(url)) return json(outgoing, 200, list)
		outgoing.writeHead(200).write(`${JSON.stringify(bookmark)}\n`, () => socket.destroy())
	})
	t.true(times < 20, String(times))
})

test('one that ends each watch at once is not asked without end', async (t) => {
	const times = await asked(t, ({ url }, outgoing) => {
		if (isWatch(url)) outgoing.writeHead(200).end()
		else json(outgoing, 200, list)
	})
	t.true(times < 20, String(times))
})
