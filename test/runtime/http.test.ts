import type { AddressInfo } from 'node:net'
import test from 'ava'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { serveHealth } from '../../runtime/http.ts'

test('health: live always, ready when nothing stands against it, metrics in text, nothing else', async (t) => {
	const metrics = new Registry()
	collectDefaultMetrics({ register: metrics })
	let because: string | undefined
	const server = await serveHealth(0, { metrics, notReadyBecause: () => because })
	t.teardown(() => server.close())
	const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
	const get = async (path: string, method = 'GET') => {
		const response = await fetch(url + path, { method })
		return { status: response.status, text: await response.text() }
	}
	t.is((await get('/livez')).status, 200)
	t.is((await get('/readyz')).status, 200)
	because = 'ending: SIGTERM'
	t.deepEqual(await get('/readyz'), { status: 503, text: 'ending: SIGTERM\n' })
	t.is((await get('/livez')).status, 200)
	t.regex((await get('/metrics')).text, /process_cpu_seconds_total/)
	t.is((await get('/elsewhere')).status, 404)
	t.is((await get('/livez', 'POST')).status, 405)
})
