// The commands that look at members one by one and act on etcd, on clusters that the real controller made, while an application writes.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { LedgerApp } from '../../../playground/ledger.ts'
import { etcdctlPath } from '../../../playground/playground.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { ask, make, onVolumes, put, untilHealthy, type Listed } from '../cluster-support.ts'
import { plugin } from '../plugin.ts'
import { startPlugin } from '../running-plugin.ts'
import { eventually, ownNamespace, playground } from '../support.ts'

interface MembersDocument {
	readonly confirmed: boolean
	readonly members: readonly {
		readonly name: string
		readonly memberId: string
		readonly role: string
		readonly started: boolean
		readonly node: string
	}[]
}

async function documentOf<T>(t: ExecutionContext, args: readonly string[]): Promise<T> {
	const { code, out, err } = await plugin([...args, '-o', 'json'])
	t.is(code, 0, err)
	return JSON.parse(out) as T
}

const membersOf = async (t: ExecutionContext, namespace: string): Promise<MembersDocument> =>
	await documentOf<MembersDocument>(t, ['members', 'orders', '-n', namespace])

const leaderOf = ({ members }: MembersDocument) => members.find(({ role }) => role === 'leader')

async function succeeds(t: ExecutionContext, ...args: readonly string[]): Promise<string> {
	const { code, out, err } = await plugin(args)
	t.is(code, 0, `${args.join(' ')}: ${err}`)
	return out
}

test('members, defrag, move-leader, check, alarm, doctor and recover of three while an application writes', async (t) => {
	t.timeout(300_000)
	const namespace = await ownNamespace(t)
	await make(namespace, 'orders', { size: 3, topologySpread: 'Required', ...onVolumes })
	await untilHealthy(namespace, 'orders')
	const at = ['orders', '-n', namespace]
	const app = await LedgerApp.start(playground, namespace, 'orders')
	await eventually('it writes', async () => (await app.counts()).acknowledged > 20)

	const before = await membersOf(t, namespace)
	t.true(before.confirmed)
	t.is(before.members.length, 3)
	t.true(before.members.every(({ started }) => started))
	const { members: listed } = await ask<{ members: readonly Listed[] }>(
		namespace,
		'services/orders-client',
		'cluster/member/list',
		{},
	)
	t.deepEqual(
		before.members.map(({ memberId }) => BigInt(`0x${memberId}`).toString()).toSorted(),
		listed.map(({ ID }) => ID).toSorted(),
	)

	// History that can be given back, the same on all of them.
	for (let times = 0; times < 8; times++) await put(namespace, 'orders', 'large', `${times}`.repeat(400_000))
	await ask(namespace, 'services/orders-client', 'kv/compaction', {
		revision: (await revision(namespace)).toString(),
		physical: true,
	})
	t.regex(await succeeds(t, 'defrag', ...at, '--plan'), /^ORDER +MEMBER +ROLE/)
	t.is((await plugin(['defrag', ...at])).code, 8)
	await app.lap()
	const defragmented = await plugin(['defrag', ...at, '-y', '--pause', '1s'])
	t.is(defragmented.code, 0, defragmented.err)
	t.regex(defragmented.out, /^orders defragmented: 3 members, \d.*Mi given back, longest stall /)
	t.regex(defragmented.err, new RegExp(`✔ ${leaderOf(before)?.name} +handed leadership to `))
	const { longestGapMs } = await app.lap()
	t.log(`${defragmented.out.trim()}; longest pause of the application ${longestGapMs} ms`)
	t.true(longestGapMs < 3000)

	const led = leaderOf(await membersOf(t, namespace))
	t.not(led?.name, leaderOf(before)?.name)
	const heir = before.members.find(({ name }) => name !== led?.name)?.name ?? ''
	t.is(
		await succeeds(t, 'move-leader', ...at, '--to', heir),
		`${heir} leads, and ${led?.name} does not any more\n`,
	)
	t.is(leaderOf(await membersOf(t, namespace))?.name, heir)
	t.is((await plugin(['move-leader', ...at, '--to', heir, '--error-unchanged'])).code, 3)
	const node = before.members.find(({ name }) => name === heir)?.node ?? ''
	t.regex(await succeeds(t, 'move-leader', ...at, '--away-from', node), / leads, and /)

	t.is((await succeeds(t, 'check', ...at)).match(/ same$/gm)?.length, 3)
	t.is(await succeeds(t, 'alarm', 'ls', ...at), '')
	t.is(await succeeds(t, 'alarm', 'disarm', ...at), 'no alarm is raised\n')

	// A machine that is busy with other tests may really be slow.
	const doctor = await documentOf<{
		readonly checks: readonly { readonly id: string; readonly state: string; readonly findings: unknown }[]
	}>(t, ['doctor', ...at, '--deep', '--skip', 'disk,network,lag'])
	t.deepEqual(
		doctor.checks.filter(({ state }) => state !== 'ok' && state !== 'skipped'),
		[],
	)
	t.is(doctor.checks.length, 21)

	const recover = await plugin(['recover', ...at, '--plan'])
	t.is(recover.code, 7)
	t.regex(recover.err, /^error: not recovering orders: there is a quorum\n/)
	t.is((await plugin(['recover', ...at])).code, 7)

	const verdict = await app.verify()
	t.like(verdict, { lost: 0, staleReads: 0 })
})

async function revision(namespace: string): Promise<bigint> {
	const { header } = await ask<{ header: { revision: string } }>(
		namespace,
		'services/orders-client',
		'kv/range',
		{
			key: Buffer.from('large').toString('base64'),
		},
	)
	return BigInt(header.revision)
}

test('with TLS: members are compared, and etcdctl of this machine is let in by port-forward and env', async (t) => {
	t.timeout(180_000)
	const namespace = await ownNamespace(t)
	await new Secrets(namespace, 'orders').writeAll()
	await make(namespace, 'orders', { size: 1, ...staticTls })
	await untilHealthy(namespace, 'orders')
	const at = ['orders', '-n', namespace]
	t.regex(await succeeds(t, 'check', ...at), / not compared$/m)

	const forward = startPlugin(['port-forward', ...at, '--local', '0'])
	t.teardown(async () => void (await forward.interrupt()))
	await eventually(
		'a port is open',
		async () => await Promise.resolve(/localhost:\d+ ->/.test(forward.out())),
	)
	const [, port = ''] = /^https:\/\/localhost:(\d+) -> orders-/.exec(forward.out()) ?? []
	const printed = await plugin(['env', ...at, '--local', port, '--shell', 'sh'])
	t.is(printed.code, 0, printed.err)
	t.teardown(async () => void (await plugin(['env', ...at, '--clean'])))
	const etcdctl = await etcdctlPath()
	const script = `${printed.out}\n"$0" put greeting hello && "$0" get greeting --print-value-only`
	const { stdout } = await promisify(execFile)('sh', ['-c', script, etcdctl])
	t.is(stdout, 'OK\nhello\n')
	const ended = await forward.interrupt()
	t.is(ended.code, 130)
	t.false(ended.err.includes('not for localhost'), ended.err)
	t.regex((await plugin(['env', ...at, '--clean'])).err, /removed\n$/)
	t.is((await plugin(['env', ...at, '--clean'])).err, 'nothing to remove\n')
})
