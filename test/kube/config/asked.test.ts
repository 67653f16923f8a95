// What is asked by whom, again after new credentials, through what, and for how long.
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { kubeApi, type KubeApi } from '../../../kube/api.ts'
import { chooseCluster } from '../../../kube/config/choose.ts'
import type { KubeFlags } from '../../../kube/config/flags.ts'
import { KubeError } from '../../../kube/errors.ts'
import { situation } from './both.ts'
import { recorder } from './recorder.ts'
import { base64, config, exec, trusted } from './written.ts'

const world = await recorder()
test.after.always(() => world.close())

const server = `https://127.0.0.1:${world.ports.api}`
const proxies = {
	nothing: undefined,
	'an HTTP proxy': `http://127.0.0.1:${world.ports.http}`,
	'an HTTPS proxy': `https://me:secret@127.0.0.1:${world.ports.https}`,
	'a SOCKS proxy': `socks5://127.0.0.1:${world.ports.socks}`,
}

type Fields = Readonly<Record<string, unknown>>

async function chosen(
	t: ExecutionContext,
	user: Fields,
	{
		files = {},
		flags = {},
		cluster = {},
	}: { files?: Record<string, string>; flags?: KubeFlags; cluster?: Fields },
) {
	const here = await situation(
		() => ({ '.kube/config': config({ server, ...trusted, ...cluster }, user), ...files }),
		() => ({}),
		() => flags,
	)
	t.teardown(async () => await here[Symbol.asyncDispose]())
	const { where } = await chooseCluster(here.env, flags, { interactive: false })
	return { where, dir: here.dir }
}

/** Its tokens are t1, t2 and so on; it sleeps before each, so that others may come in between. */
const counting = (status = ''): string => `#!/bin/sh
echo x >> "$HOME/runs"
sleep 0.1
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"t'$(wc -l < "$HOME/runs" | tr -d ' ')'"${status}}}'
`

const runsIn = async (dir: string): Promise<number> =>
	(await readFile(join(dir, 'runs'), 'utf8')).split('\n').length - 1

const tokens = (): string[] =>
	world
		.taken()
		.requests.flatMap(({ method, headers }) =>
			headers.filter((one) => one.startsWith('auth')).map((one) => `${method} ${one.split(' ').at(-1)}`),
		)

test.serial('one that is not let in comes again once, with new credentials', async (t) => {
	const { where, dir } = await chosen(t, exec(), { files: { 'bin/etcd-login': counting() } })
	const api = kubeApi(where)
	world.refuse('authorization: Bearer t1')
	t.is((await api.ask('GET', '/a')).status, 200)
	t.deepEqual(tokens(), ['GET t1', 'GET t2'])
	world.refuse('authorization: Bearer t2')
	t.is((await api.ask('POST', '/a', { a: 1 })).status, 200)
	t.deepEqual(tokens(), ['POST t2', 'POST t3'])
	t.is((await api.ask('GET', '/a')).status, 200)
	t.is(await runsIn(dir), 3)
	world.taken()
})

test.serial('one that is not let in twice is not let in', async (t) => {
	const { where, dir } = await chosen(t, exec(), { files: { 'bin/etcd-login': counting() } })
	world.refuse(...Array.from({ length: 9 }, (_, index) => `authorization: Bearer t${index}`))
	const { status, body } = await kubeApi(where).ask('GET', '/a')
	t.is(status, 401)
	t.deepEqual(body, { kind: 'Status', message: 'who are you?' })
	t.deepEqual(tokens(), ['GET t1', 'GET t2'])
	t.is(await runsIn(dir), 2)
	world.refuse()
})

test.serial('many at once make the program run once, and once again when all are refused', async (t) => {
	const { where, dir } = await chosen(t, exec(), { files: { 'bin/etcd-login': counting() } })
	const api = kubeApi(where)
	world.refuse('authorization: Bearer t1')
	const all = await Promise.all(Array.from({ length: 20 }, async () => await api.ask('GET', '/a')))
	t.true(all.every(({ status }) => status === 200))
	t.is(await runsIn(dir), 2)
	t.is(tokens().length, 40)
	world.refuse()
})

test.serial('a program that holds until it ends, and runs again then', async (t) => {
	const soon = `,"expirationTimestamp":"'$(date -u -d '+2 seconds' +%Y-%m-%dT%H:%M:%SZ)'"`
	const { where, dir } = await chosen(t, exec(), { files: { 'bin/etcd-login': counting(soon) } })
	const api = kubeApi(where)
	await api.ask('GET', '/a')
	await api.ask('GET', '/a')
	t.is(await runsIn(dir), 1)
	await new Promise((resolve) => setTimeout(resolve, 2100))
	await api.ask('GET', '/a')
	t.is(await runsIn(dir), 2)
	t.deepEqual(tokens(), ['GET t1', 'GET t1', 'GET t2'])
})

test.serial('a token that cannot be renewed is sent once', async (t) => {
	const { where } = await chosen(t, { token: 'fixed' }, {})
	world.refuse('authorization: Bearer fixed')
	t.is((await kubeApi(where).ask('GET', '/a')).status, 401)
	t.deepEqual(tokens(), ['GET fixed'])
	world.refuse()
})

test.serial('a token in a file is read again', async (t) => {
	const { where, dir } = await chosen(t, { tokenFile: '../token' }, { files: { token: 'one' } })
	t.is((await where.credentials()).token, 'one')
	await writeFile(join(dir, 'token'), 'two\n')
	t.is((await where.credentials()).token, 'two')
})

test.serial('warnings and what was asked are shown, and no secret', async (t) => {
	const { where } = await chosen(
		t,
		{ token: 'hidden', as: 'jane' },
		{ cluster: { server: `${server}/base` } },
	)
	const seen: { method: string; url: string; status: number; ms: number }[] = []
	const warnings: string[] = []
	const api = kubeApi(where, { asked: (what) => seen.push(what), warned: (text) => warnings.push(text) })
	await api.ask('GET', '/api/v1/pods?limit=5')
	t.deepEqual(warnings, ['old "thing"', 'second'])
	t.like(seen, [{ method: 'GET', url: `${server}/base/api/v1/pods?limit=5`, status: 200 }])
	t.true((seen[0]?.ms ?? 0) > 0)
	t.notRegex(JSON.stringify(seen), /hidden/)
	world.taken()
})

const opened = async (api: KubeApi, path: string, signal = new AbortController().signal) =>
	await api.upgrade(path, { upgrade: 'echo', 'sec-websocket-version': '13' }, signal)

for (const [name, proxy] of Object.entries(proxies)) {
	const cluster = proxy === undefined ? {} : { 'proxy-url': proxy }

	test.serial(`an upgraded connection through ${name}`, async (t) => {
		const user = { token: 't', as: 'jane', 'as-groups': ['a', 'b'] }
		const { where } = await chosen(t, user, { cluster })
		const { socket, head, headers } = await opened(kubeApi(where), '/forward?ports=2379')
		t.is(headers.upgrade, 'echo')
		const echoed = new Promise<string>((resolve) => {
			let text = String(head)
			socket.on('data', (chunk: Buffer) => {
				text += String(chunk)
				if (text.endsWith('back')) resolve(text)
			})
		})
		socket.write('and back')
		t.is(await echoed, 'hello and back')
		const ended = once(socket, 'close')
		socket.end()
		await ended
		const { requests, proxied } = world.taken()
		t.is(proxied.length, proxy === undefined ? 0 : 1)
		t.like(requests, [{ method: 'GET', url: '/forward?ports=2379' }])
		t.deepEqual(requests[0]?.headers, [
			'authorization: Bearer t',
			`host: 127.0.0.1:${world.ports.api}`,
			'impersonate-group: a',
			'impersonate-group: b',
			'impersonate-user: jane',
		])
	})

	test.serial(`a refused upgrade through ${name} says why`, async (t) => {
		const { where } = await chosen(t, { token: 't' }, { cluster })
		await t.throwsAsync(opened(kubeApi(where), '/refused'), { instanceOf: KubeError, message: 'you may not' })
		world.taken()
	})

	test.serial(`an open answer through ${name}`, async (t) => {
		const { where } = await chosen(t, { token: 't' }, { cluster })
		const answer = await kubeApi(where).open('/watch', 'application/json', new AbortController().signal)
		let text = ''
		for await (const chunk of answer.setEncoding('utf8')) text += String(chunk)
		t.is(text, '{"kind":"Fine"}')
		world.taken()
	})
}

test.serial('the signal of an upgrade gives up the asking, and not what came of it', async (t) => {
	const { where } = await chosen(t, { token: 't' }, {})
	const controller = new AbortController()
	const { socket } = await opened(kubeApi(where), '/forward', controller.signal)
	controller.abort()
	await new Promise((resolve) => setImmediate(resolve))
	t.false(socket.destroyed)
	socket.destroy()
	const early = new AbortController()
	early.abort()
	await t.throwsAsync(opened(kubeApi(where), '/forward', early.signal), { instanceOf: KubeError })
	world.taken()
})

test.serial('an upgrade and a watch that are not let in come again with new credentials', async (t) => {
	const { where } = await chosen(t, exec(), { files: { 'bin/etcd-login': counting() } })
	const api = kubeApi(where)
	world.refuse('authorization: Bearer t1')
	const { socket } = await opened(api, '/forward')
	t.deepEqual(tokens(), ['GET t1', 'GET t2'])
	socket.destroy()
	world.refuse('authorization: Bearer t2')
	const answer = await api.open('/a', 'application/json', new AbortController().signal)
	t.is(answer.statusCode, 200)
	answer.resume()
	t.deepEqual(tokens(), ['GET t2', 'GET t3'])
	world.refuse()
})

test.serial('a proxy that wants a login says so, and no secret is repeated', async (t) => {
	const proxy = `http://me:secret@127.0.0.1:${world.ports.http}`
	world.refuse(`proxy-authorization: Basic ${base64('me:secret')}`)
	const { where } = await chosen(t, { token: 't' }, { cluster: { 'proxy-url': proxy } })
	const reason = await t.throwsAsync(kubeApi(where).ask('GET', '/'), { instanceOf: KubeError })
	t.is(
		reason.message,
		`the proxy http://127.0.0.1:${world.ports.http} did not connect us to 127.0.0.1:${world.ports.api}: it answered 407 Proxy Authentication Required`,
	)
	world.refuse()
	world.taken()
})

test.serial('connections through a proxy are kept', async (t) => {
	const proxy = `http://127.0.0.1:${world.ports.http}`
	const { where } = await chosen(t, { token: 't' }, { cluster: { 'proxy-url': proxy } })
	const api = kubeApi(where)
	for (let index = 0; index < 5; index++) await api.ask('GET', '/')
	t.is(world.taken().proxied.length, 1)
})
