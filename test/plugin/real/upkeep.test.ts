// Members compared, led by another, and freed of alarms, with real ones.
import { minorVariables, refusal } from '../../../etcd/arguments.ts'
import type { Call } from '../../../plugin/call.ts'
import { raisedIn } from '../../../plugin/alarms/alarms.ts'
import { disarm } from '../../../plugin/alarms/disarm.ts'
import { checkAll } from '../../../plugin/check/ask.ts'
import { exits } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import { choose } from '../../../plugin/leader/choose.ts'
import { move } from '../../../plugin/leader/move.ts'
import { Flags } from '../../../plugin/line/flags.ts'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { three } from '../../etcd/real/cluster.ts'
import { memberProcess, until, type MemberProcess } from '../../etcd/real/process.ts'
import { corruptDatabase } from '../../etcd/real/corrupt.ts'
import { membersOf } from './members.ts'

const never = new AbortController().signal
const newest = (_: unknown, minor: string): boolean => minor === '3.6'
const both = (_: unknown, minor: string): boolean => ['3.4', '3.6'].includes(minor)
const value = 'a value that is found again in the file of the database'

everyMinor(
	'all members hold the same, a learner too; a revision that was forgotten cannot be compared',
	async (t, etcd) => {
		const processes = await three(t, etcd)
		const [a] = processes
		for (const key of ['one', 'two', 'one', 'three']) await a.put(key)
		const member = await memberProcess(t, etcd, 'd')
		await until('etcd takes a learner', async () => await a.client.addLearner(member.peerUrl))
		member.start([...processes, member].map(({ listed }) => listed).join(), 'existing')
		await member.answers()
		const every: readonly MemberProcess[] = [...processes, member]
		const members = await membersOf(every)
		const checked = await checkAll(members, undefined, never)
		t.is(checked.verdict, 'same')
		t.true(checked.results.filter(({ result }) => result === 'same').length >= 3)
		const old = await checkAll(members, 2n, never)
		t.is(old.verdict, 'same')
		const { revision = 0n } = await a.client.confirm()
		await a.client.compact(revision)
		const gone = await checkAll(members, 2n, never)
		t.is(gone.verdict, 'unclear')
		t.true(gone.results.some(({ result }) => result === 'compacted'))
	},
	newest,
)

everyMinor(
	'the one with other data is named',
	async (t, etcd) => {
		const processes = await three(t, etcd, { variables: { ETCD_SNAPSHOT_COUNT: '10' } })
		const [a, , c] = processes
		await a.put('key', value)
		for (let times = 0; times < 20; times++) await a.put('other')
		await until('c has all', async () => (await c.client.confirm()).revision === 22n)
		await c.stop()
		await corruptDatabase(c, value)
		await until('the others serve', async () => await a.client.confirm())
		const unchecked = Object.fromEntries(Object.keys(minorVariables(etcd.minor)).map((name) => [name, '']))
		c.start(refusal.initialCluster, refusal.initialState, { variables: unchecked })
		await until('c serves', async () => await c.client.confirm())
		const checked = await checkAll(await membersOf(processes), undefined, never)
		t.is(checked.verdict, 'different')
		t.is(checked.odd, 'c')
	},
	newest,
)

everyMinor(
	'leadership goes where it is wanted',
	async (t, etcd) => {
		const processes = await three(t, etcd)
		for (const name of ['b', 'c', 'a']) {
			const members = await membersOf(processes)
			const choice = choose(members.sight, { to: name })
			if (choice.do === 'move') await move(members, choice, never)
			const after = await membersOf(processes)
			t.is(after.sight.members.find(({ report }) => report?.leads)?.name, name)
		}
	},
	both,
)

/** Small against the quota, so that what is refused leaves less than a tenth of it free. */
const large = 'x'.repeat(100_000)

function callWith(told: string[]): Call {
	const terminal = {
		out: (text: string) => void told.push(text.trimEnd()),
		err: () => {},
		width: undefined,
		height: undefined,
		colour: false,
		ascii: false,
		isLive: false,
		canAsk: false,
		ask: async () => await Promise.resolve(''),
	}
	const flags = new Flags(new Map([['yes', true]]))
	const reach = async () => await Promise.reject(new Error('there is no Kubernetes here'))
	return { args: [], rest: [], flags, terminal, env: {}, signal: never, clock: Date.now, reach }
}

everyMinor(
	'NOSPACE stays while there is no room, and goes once there is',
	async (t, etcd) => {
		const processes = await three(t, etcd, { quotaBytes: 4_000_000 })
		const [a] = processes
		await until(
			'etcd is full',
			async () =>
				await a.put('large', large).then(
					() => false,
					() => true,
				),
		)
		const raised = async () => raisedIn((await membersOf(processes)).sight) ?? []
		const alarms = await until('the alarm is told', async () => {
			const found = await raised()
			return found.length > 0 && found
		})
		t.true(alarms.every(({ kind, name }) => kind === 'NOSPACE' && name !== undefined))
		const told: string[] = []
		const refused = await t.throwsAsync(
			async () => await disarm(callWith(told), await membersOf(processes), alarms),
			{ instanceOf: Failure },
		)
		t.is(refused?.exit, exits.refused)
		t.regex(refused?.message ?? '', /^not disarming NOSPACE: . still has \d+% of its quota/)
		t.deepEqual(await raised(), alarms)
		const { revision = 0n } = await a.client.confirm()
		await a.client.compact(revision)
		for (const { client } of processes) await client.defragment(30_000)
		await disarm(callWith(told), await membersOf(processes), alarms)
		t.deepEqual(await raised(), [])
		t.is(told.length, alarms.length)
		await a.put('small')
	},
	newest,
)
