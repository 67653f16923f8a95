// kubectl etcd status --watch in a real terminal, by Node and by the executable: what is seen while a cluster and the terminal change, how
// many bytes that takes, and how the terminal is left. SCREEN=all (npm run show -- screen) does the long part, too.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import test, { type ExecutionContext } from 'ava'
import { clientServiceName, ports } from '../../../api/names.ts'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import { ensureInstalled } from '../../../playground/programs/debian.ts'
import { change, deletePod, make, podsOf, untilHealthy } from '../cluster-support.ts'
import { bytesIn, framesIn, median } from '../stream.ts'
import { api, eventually, kubectl, ownNamespace, playground } from '../support.ts'
import type { Size } from '../tmux.ts'
import { afterwards, runtimes, Watched, type Ended, type Mistake, type Runtime } from '../watched.ts'

const usual: Size = { columns: 100, rows: 30 }
const small: Size = { columns: 80, rows: 24 }
const large: Size = { columns: 160, rows: 40 }

test.before(async () => await ensureInstalled('terminal'))

async function born(t: ExecutionContext, spec: ClusterSpec): Promise<string> {
	const namespace = await ownNamespace(t)
	await make(namespace, 'orders', spec)
	await untilHealthy(namespace, 'orders')
	return namespace
}

/** The last frame that was seen stands below the line that was typed, what follows it is what is said, and the terminal is as it was. */
function restored(
	t: ExecutionContext,
	{ before }: Watched,
	{ code, screen, state }: Ended,
	says: RegExp,
): void {
	t.true(before.isCursorShown && !before.isAlternate && / icanon [^]* echo /.test(before.line), before.line)
	t.deepEqual(state, before)
	const [, frame = '', said = ''] =
		new RegExp(`cat \\$ERRORS\\n(orders {2}\\([^]*q quit)\\n${afterwards} ${code}\\n([^]*)ready>$`).exec(
			screen,
		) ?? []
	t.regex(frame, /^orders {2}\(\S+\) .*\n[^]*\n {2}Alarms [^]*\nNAME [^]*\nentries\/s /, screen)
	t.regex(said, says, screen)
}

const rawOf = async ({ terminal }: Watched): Promise<string> => (await terminal.raw()).toString()

/** Every byte that came is one that was counted. The executable cannot be made to tell what it has counted. */
async function counted(t: ExecutionContext, watched: Watched): Promise<void> {
	const raw = await rawOf(watched)
	const told = (await watched.recorded()).at(-1)
	if (watched.runtime === 'Node')
		t.like(told, { bytes: bytesIn(raw, afterwards), frames: framesIn(raw).length }, raw)
}

/** Of a terminal that kept its size. A screen that is written anew each time has the first one's size each time. */
function frugal(t: ExecutionContext, frames: readonly number[]): string {
	const [first = 0, ...others] = frames
	const [usually, most] = [median(others), Math.max(...others)]
	const told = `${others.length} frames after the first: median ${usually} bytes, at most ${most}; the first has ${first}`
	t.true(usually < first * 0.75 && most < first, told)
	return told
}

type End = readonly [
	what: string,
	end: (watched: Watched) => Promise<void>,
	code: number,
	says: RegExp,
	mistake?: Mistake,
]

const press =
	(key: string) =>
	async ({ terminal }: Watched) =>
		await terminal.press(key)
const send = (signal: NodeJS.Signals) => async (watched: Watched) =>
	void process.kill(await watched.pid(), signal)
const unexpected = (what: string): RegExp =>
	new RegExp(`^error: this should not have happened: ${what}\\n {2}why {3}where it happened is in \\S+\\n$`)

const always: readonly End[] = [
	[
		'a mistake that nobody caught',
		send('SIGUSR2'),
		1,
		unexpected('a mistake that nobody caught'),
		'anywhere',
	],
]

const atLength: readonly End[] = [
	['q', press('q'), 0, /^$/],
	['Ctrl-C', press('C-c'), 130, /^$/],
	['SIGTERM', send('SIGTERM'), 143, /^$/],
	['SIGHUP', send('SIGHUP'), 129, /^$/],
	['a mistake in drawing', send('SIGUSR2'), 1, unexpected('a mistake in drawing'), 'drawing'],
]

async function endsWell(
	t: ExecutionContext,
	namespace: string,
	runtime: Runtime,
	ends: readonly End[],
): Promise<void> {
	for (const [what, end, code, says, mistake] of ends) {
		await using watched = await Watched.begin(namespace, runtime, { size: usual, mistake })
		await end(watched)
		const ended = await watched.ended()
		t.is(ended.code, code, what)
		restored(t, watched, ended, says)
	}
}

/** Into the usual 80 columns and 24 rows. */
async function fitsAnywhere(t: ExecutionContext, namespace: string, runtime: Runtime): Promise<void> {
	await using watched = await Watched.begin(namespace, runtime, { size: usual, isUnsized: true })
	const seen = await watched.seen()
	t.regex(seen[0] ?? '', /● Healthy$/)
	t.true(seen.every((line, row) => line.length <= 80 && (row < 24 || line === '')))
}

/** Nobody is there to be told anything; what is written elsewhere stays empty, and no process is left. */
async function closes(t: ExecutionContext, namespace: string, runtime: Runtime): Promise<void> {
	await using watched = await Watched.begin(namespace, runtime, { size: usual })
	const pid = await watched.pid()
	await watched.terminal.close()
	await eventually('it ends', async () => await Promise.resolve(!existsSync(`/proc/${pid}`)), 10)
	t.is(await readFile(watched.terminal.file('errors'), 'utf8'), '')
}

for (const runtime of runtimes)
	test(`a live screen by ${runtime}: a change, other sizes, Ctrl-C, a crash, a closed window`, async (t) => {
		t.timeout(180_000)
		const namespace = await born(t, { size: 1 })
		await using watched = await Watched.begin(namespace, runtime, { size: usual })
		await watched.until('it is well', /● Healthy/)
		t.true((await watched.terminal.coloured()).includes('\u001b[32m● Healthy'))
		await eventually('six frames', async () => framesIn(await rawOf(watched)).length > 6)
		t.log(frugal(t, framesIn(await rawOf(watched))))
		const during = await watched.terminal.state()
		t.deepEqual([during.isCursorShown, during.isAlternate], [false, true])
		await change(namespace, 'orders', { paused: true })
		await watched.until('a pause', /‖ Paused[^]*SINCE\n\d\d:\d\d:\d\d {2}Healthy → Paused/)
		await watched.resize(small)
		t.regex(await watched.until('another size', /q quit/, 5), /^orders {2}\(.*\) {3}‖ Paused\n/)
		await watched.resize(large)
		await watched.until('a third size', /FSYNC-P99/, 5)
		await watched.terminal.press('C-c')
		const ended = await watched.ended()
		t.is(ended.code, 130)
		restored(t, watched, ended, /^$/)
		await counted(t, watched)
		await endsWell(t, namespace, runtime, always)
		await closes(t, namespace, runtime)
	})

/** Somebody writes all the time, until that is stopped; how many keys it were. */
async function writing(namespace: string): Promise<() => Promise<number>> {
	const path = `/api/v1/namespaces/${namespace}/services/${clientServiceName('orders')}:${ports.client}/proxy/v3/kv/put`
	const writer = { isOn: true, count: 0 }
	const value = Buffer.alloc(1024).toString('base64')
	const all = ['a', 'b', 'c', 'd'].map(async (key) => {
		for (; writer.isOn; writer.count++)
			await api.must('POST', path, { key: btoa(`${key}${writer.count % 100}`), value })
	})
	return async () => {
		writer.isOn = false
		await Promise.all(all)
		api.close()
		return writer.count
	}
}

async function bytesAFrame(t: ExecutionContext, namespace: string, runtime: Runtime): Promise<void> {
	for (const load of ['idle', 'busy']) {
		const stop = load === 'busy' ? await writing(namespace) : async () => await Promise.resolve(0)
		await using watched = await Watched.begin(namespace, runtime, { size: usual })
		await sleep(30_000)
		await watched.terminal.press('q')
		await watched.ended()
		await counted(t, watched)
		const frames = framesIn(await rawOf(watched))
		t.true(frames.length <= 33)
		t.log(`${runtime}, ${load} (${Math.round((await stop()) / 30)} keys a second): ${frugal(t, frames)}`)
	}
}

/** The node with what runs on it, from everybody else. */
async function cutOff(node: string): Promise<AsyncDisposable> {
	const cuts = new AsyncDisposableStack()
	for (const to of ['node1', 'node2', 'node3', 'control-plane'].filter((other) => other !== node))
		cuts.use(await playground.fault({ fault: 'partition', from: node, to }))
	return cuts
}

async function course(t: ExecutionContext, namespace: string, runtime: Runtime): Promise<void> {
	await using watched = await Watched.begin(namespace, runtime, { size: usual })
	await change(namespace, 'orders', { version: '3.6.16' })
	await watched.until('it is upgraded', /◌ Upgrading: members go to 3\.6\.16: [012] of 3 are there/)
	await watched.resize(small)
	// All of it takes seconds, and what is seen of it depends on when one looks.
	await watched.until(
		'it goes on',
		/^orders {2}\(\S+\) {3}(?:◌ Upgrading: |◐ Degraded|● Healthy\n[^]*→ Healthy)/,
	)
	await watched.resize(large)
	await watched.until('all are there', /● Healthy[^]*Version +3\.6\.16 [^]*SINCE[^]* → Healthy/, 120)
	await watched.resize(usual)
	const [first, second] = await podsOf(namespace, 'orders')
	const name = first?.metadata.name ?? ''
	await deletePod(namespace, name)
	await watched.until('its pod is gone', new RegExp(`${name} went`))
	await watched.until('there is another', /● Healthy[^]*SINCE/, 120)
	await using cut = await cutOff(second?.spec.nodeName ?? '')
	await watched.until('a node is cut off', /◐ Degraded[^]*PROBLEMS\n[✖!] orders-\S+ [^]*q quit/, 120)
	await watched.resize(small)
	await watched.until('what there is below', /q quit {3}\d+ more lines below/)
	await watched.resize(usual)
	await cut[Symbol.asyncDispose]()
	t.regex(await watched.until('it is back', /● Healthy/, 180), /SINCE\n.* Degraded → Healthy/)
	const away = await playground.fault({ fault: 'stop-apiserver' })
	await watched.until('nobody can say', /● Healthy[^]*SINCE\n\S+ {2}the API server does not answer/)
	await away[Symbol.asyncDispose]()
	await watched.until('it goes on', /● Healthy[^]*SINCE\n[^]*the API server answers again\n/)
	await watched.terminal.press('q')
	const ended = await watched.ended()
	t.is(ended.code, 0)
	restored(t, watched, ended, /^$/)
	await counted(t, watched)
	const frames = framesIn(await rawOf(watched))
	t.log(
		`${runtime}, all along: ${frames.length} frames, median ${median(frames)} bytes, at most ${Math.max(...frames)}`,
	)
}

if (process.env['SCREEN'] === 'all')
	for (const runtime of runtimes) {
		test.serial(`a live screen by ${runtime}: each end leaves the terminal as it was`, async (t) => {
			t.timeout(180_000)
			const namespace = await born(t, { size: 1 })
			await endsWell(t, namespace, runtime, atLength)
			await fitsAnywhere(t, namespace, runtime)
			await using watched = await Watched.begin(namespace, runtime, { size: usual })
			await kubectl('-n', namespace, 'delete', 'etcd', 'orders')
			const ended = await watched.ended()
			t.is(ended.code, 1)
			restored(t, watched, ended, /^error: etcdcluster "orders" is gone from namespace "\S+"\n$/)
		})
		test.serial(
			`a live screen by ${runtime}: bytes a frame, an upgrade, a pod that is gone and a node that is cut off`,
			async (t) => {
				t.timeout(600_000)
				const namespace = await born(t, { size: 3, version: '3.5.35', topologySpread: 'Required' })
				await bytesAFrame(t, namespace, runtime)
				await course(t, namespace, runtime)
			},
		)
	}
