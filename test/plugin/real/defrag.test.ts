// Space given back by real members while somebody writes.
import { setTimeout as sleep } from 'node:timers/promises'
import { carryOut, Stopped, type How } from '../../../plugin/defrag/carry-out.ts'
import { exits } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { Moving } from '../../../plugin/screen/moving.ts'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { three } from '../../etcd/real/cluster.ts'
import { until, type MemberProcess } from '../../etcd/real/process.ts'
import { lookAt, membersOf } from './members.ts'

const large = 'x'.repeat(500_000)
const names = ['a', 'b', 'c']

/** Much that is free, the same on all of them. */
async function filled([first]: readonly [MemberProcess, ...unknown[]]): Promise<void> {
	for (let times = 0; times < 12; times++) await first.put('large', `${large}${times}`)
	const { revision = 0n } = await first.client.confirm()
	await first.client.compact(revision)
	await first.put('small')
}

function howOf(told: string[], more: Partial<How> = {}): How {
	const look = lookOf({ colour: false, ascii: false, width: undefined })
	const show = new Moving((text) => void told.push(text.trimEnd()), { isTerminal: false, look, names })
	return { pauseMs: 0, patienceMs: 10_000, moves: true, signal: new AbortController().signal, show, ...more }
}

const newest = (_: unknown, minor: string): boolean => minor === '3.6'

everyMinor(
	'all three give space back, the leader last, and writes go on',
	async (t, etcd) => {
		const processes = await three(t, etcd)
		await filled(processes)
		const members = await membersOf(processes)
		const before = members.sight.members.find(({ report }) => report?.leads)?.name
		const told: string[] = []
		const writing = { goesOn: true, written: 0 }
		const writer = (async () => {
			while (writing.goesOn) {
				// As clients do: a write that meets the handing over may be dropped, and is made again.
				await until('a write is taken', async () => {
					await processes[0].put(`key${writing.written}`)
					return true
				})
				writing.written++
				await sleep(5)
			}
		})()
		const done = await carryOut(members, names, howOf(told))
		writing.goesOn = false
		await writer
		t.deepEqual(done.map(({ name }) => name).toSorted(), names)
		t.is(done.at(-1)?.name, before)
		for (const one of done) t.true(one.after < one.before / 2, `${one.name}: ${one.before} to ${one.after}`)
		const after = await lookAt(processes)
		t.not(after.members.find(({ report }) => report?.leads)?.name, before)
		t.is(told.length, 4, told.join('\n'))
		t.regex(told[2] ?? '', new RegExp(`✔ ${before} +handed leadership to `))
		t.true(writing.written > 3)
	},
	(_, minor) => ['3.4', '3.6'].includes(minor),
)

everyMinor(
	'nobody gives space back while one is silent',
	async (t, etcd) => {
		const processes = await three(t, etcd)
		const members = await membersOf(processes)
		const told: string[] = []
		await processes[2].stop()
		const refusal = await t.throwsAsync(async () => await carryOut(members, names, howOf(told)), {
			instanceOf: Failure,
		})
		t.is(refusal?.exit, exits.refused)
		t.is(refusal?.told.why, 'left as they are: a, b, c')
		t.deepEqual(told, [])
	},
	newest,
)

everyMinor(
	'when one falls silent half way the others are left as they are',
	async (t, etcd) => {
		const processes = await three(t, etcd)
		const members = await membersOf(processes)
		const told: string[] = []
		const look = async () => {
			const [first] = told
			const other = processes.find(({ name }) => first !== undefined && !first.includes(`✔ ${name}`))
			await other?.kill()
			return await members.look()
		}
		const how = howOf(told, { patienceMs: 1500 })
		const refusal = await t.throwsAsync(async () => await carryOut({ ...members, look }, names, how), {
			instanceOf: Failure,
		})
		t.is(refusal?.exit, exits.refused)
		t.is(told.length, 1)
		t.is(refusal?.told.why?.split(', ').length, 2, refusal?.told.why)
	},
	newest,
)

everyMinor(
	'who interrupts hears what is left',
	async (t, etcd) => {
		const processes = await three(t, etcd)
		const members = await membersOf(processes)
		const stopping = new AbortController()
		const told: string[] = []
		const how = howOf(told, { pauseMs: 60_000, signal: stopping.signal })
		const running = carryOut(members, names, how)
		const stop = setInterval(() => told.length > 0 && stopping.abort(), 10)
		const stopped = await t.throwsAsync(async () => await running, { instanceOf: Stopped })
		clearInterval(stop)
		t.is(stopped?.left.length, 2)
		t.is(stopped?.underWay, undefined)
	},
	newest,
)
