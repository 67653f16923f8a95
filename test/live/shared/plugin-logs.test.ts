// kubectl etcd logs and events, of a cluster that the real controller made, beside what kubectl says.
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { change, deletePod, make, namesOf, onVolumes, podsOf, untilHealthy } from '../cluster-support.ts'
import { runPlugin, startPlugin, whoMay } from '../running-plugin.ts'
import { eventually, get, isReady, kubectl, ownNamespace, playground, type Pod } from '../support.ts'

const linesOf = (text: string): readonly string[] => text.split('\n').filter((line) => line !== '')
const stampOf = (line: string): string => line.split(' ')[0] ?? ''
const group = 'etcd.database.coreos.com'

const timesOf = (lines: readonly string[]): ReadonlyMap<string, number> => {
	const counts = new Map<string, number>()
	for (const line of lines) counts.set(line, (counts.get(line) ?? 0) + 1)
	return counts
}

test('logs: nothing lost or doubled beside kubectl, in order, and followed through a restart and a new pod', async (t) => {
	t.timeout(300_000)
	const namespace = await ownNamespace(t)
	const logsOf = async (pod: string, ...more: readonly string[]): Promise<readonly string[]> =>
		linesOf(await kubectl('-n', namespace, 'logs', pod, '--timestamps', ...more))
	await make(namespace, 'orders', { size: 3, ...onVolumes })
	await untilHealthy(namespace, 'orders')
	const names = namesOf(await podsOf(namespace, 'orders'))
	const [killed = '', deleted = '', third = ''] = names

	// All of them, merged.
	const before = (await Promise.all(names.map(async (name) => await logsOf(name)))).flat()
	const whole = await runPlugin(['logs', 'orders', '-n', namespace, '--raw', '--timestamps'])
	t.is(whole.code, 0, whole.err)
	const merged = linesOf(whole.out)
	const counts = timesOf(merged)
	for (const [line, count] of timesOf(before)) t.is(counts.get(line), count, line)
	t.deepEqual(merged.map(stampOf), merged.map(stampOf).toSorted())

	// One of them, to the letter.
	const one = await runPlugin([
		'logs',
		'orders',
		'-n',
		namespace,
		'--raw',
		'--timestamps',
		'--member',
		killed,
	])
	t.deepEqual(linesOf(one.out).slice(0, 60), (await logsOf(killed)).slice(0, 60))
	const tail = await runPlugin(['logs', 'orders', '-n', namespace, '--raw', '--tail', '2', '--member', third])
	t.is(linesOf(tail.out).length, 2)
	for (const line of linesOf(tail.out)) t.is(typeof JSON.parse(line), 'object')

	// Of what had been written before, one line of each and no other of its second; what is written meanwhile comes, too.
	const written = new Set((await Promise.all(names.map(async (name) => await logsOf(name)))).flat())
	const tailed = startPlugin([
		'logs',
		'orders',
		'-n',
		namespace,
		'-f',
		'--raw',
		'--timestamps',
		'--tail',
		'1',
	])
	await eventually(
		'three lines are shown',
		async () => await Promise.resolve(linesOf(tailed.out()).length >= 3),
	)
	await sleep(3000)
	t.true(linesOf((await tailed.interrupt()).out).filter((line) => written.has(line)).length <= 3)

	// For people.
	const readable = await runPlugin(['logs', `${namespace}/orders`, '--level', 'info'])
	t.regex(readable.out, /^\d{4}-\d\d-\d\d \(UTC\)\n/)
	for (const name of names) t.true(readable.out.includes(` ${name} I `), name)
	t.regex(readable.out, /elected leader [0-9a-f]{1,16}\(orders-/)
	t.false(readable.out.includes('"level"'))
	const severe = linesOf((await runPlugin(['logs', 'orders', '-n', namespace, '--level', 'warn'])).out).slice(
		1,
	)
	t.true(severe.length > 0)
	t.true(severe.every((line) => / orders-[a-z0-9]{10} [WE ] /.test(line)))
	const operator = await runPlugin(['logs', 'orders', '-n', namespace, '--operator'])
	t.regex(operator.out, /controller-\S+ +I controller: step .*do=addMember/)
	const stranger = await runPlugin(['logs', 'orders', '-n', namespace, '--member', 'orders-1'])
	t.is(stranger.code, 1)
	t.regex(stranger.err, /orders has no pod of a member "orders-1"\n +next +its pods are orders-/)

	// Followed, while one process is killed and another member's pod is deleted.
	const following = startPlugin(['logs', 'orders', '-n', namespace, '-f', '--raw', '--timestamps'])
	t.teardown(async () => void (await following.interrupt()))
	await eventually(
		'what was there is shown',
		async () => await Promise.resolve(linesOf(following.out()).length >= merged.length),
	)
	await using kill = await playground.fault({ fault: 'kill', pod: `${namespace}/${killed}` })
	t.is(kill.ok, 'kill')
	await eventually('it was started again', async () => {
		const { status } = await get<Pod>(namespace, 'pod', killed)
		return status.containerStatuses?.[0]?.restartCount === 1
	})
	await untilHealthy(namespace, 'orders', 90)
	const lastOfDeleted = await logsOf(deleted)
	const uids = new Set((await podsOf(namespace, 'orders')).map(({ metadata }) => metadata.uid))
	await deletePod(namespace, deleted)
	await eventually(
		'another pod came',
		async () => {
			const pods = await podsOf(namespace, 'orders')
			return pods.length === 3 && pods.some(({ metadata }) => !uids.has(metadata.uid))
		},
		90,
	)
	await untilHealthy(namespace, 'orders', 120)
	// What it says may be of before the pod was gone.
	await eventually(
		'all are ready',
		async () => {
			const pods = await podsOf(namespace, 'orders')
			return pods.length === 3 && pods.every(isReady)
		},
		120,
	)
	const after = namesOf(await podsOf(namespace, 'orders'))
	const previous = await logsOf(killed, '--previous')
	const each = await Promise.all(after.map(async (name) => await logsOf(name)))
	const expected = timesOf([...lastOfDeleted, ...previous, ...each.flat()])
	// Of one that came later the log may not even be open when the newest line of all is shown.
	await eventually(
		'the last line of each is shown',
		async () =>
			await Promise.resolve(each.every((lines) => following.out().includes(lines.at(-1) ?? 'nothing'))),
	)
	const { code, out, err } = await following.interrupt()
	t.is(code, 130)
	const shown = timesOf(linesOf(out))
	for (const [line, count] of expected) t.is(shown.get(line) ?? 0, count, `${line}\n${err}`)
	t.deepEqual(
		[...shown].filter(([line, count]) => count !== (expected.get(line) ?? 1)),
		[],
	)
	t.log(`${linesOf(out).length} lines followed, ${expected.size} of them known to kubectl`)

	const earlier = await runPlugin(['logs', 'orders', '-n', namespace, '--raw', '--timestamps', '--previous'])
	t.deepEqual(linesOf(earlier.out), previous)
	t.regex(earlier.err, /its container has not been restarted/)
	const hint = await runPlugin(['logs', 'orders', '-n', namespace, '--tail', '1'])
	t.regex(hint.err, new RegExp(`hint ${killed} was restarted once`))

	// On one axis.
	await change(namespace, 'orders', { podDisruptionBudget: false })
	const events = await runPlugin(['events', 'orders', '-n', namespace])
	t.is(events.code, 0, events.err)
	const rows = linesOf(events.out)
	t.regex(rows[0] ?? '', /^\d\d:\d\d [─A-Z!]+ \d\d:\d\d$/)
	for (const wanted of [
		/ born .* made$/,
		/ edit .*wrote .*spec\.podDisruptionBudget/,
		/ member .*New member/,
		/ condition .*Available is True/,
	])
		t.true(
			rows.some((row) => wanted.test(row)),
			String(wanted),
		)
	t.true(rows.some((row) => row.includes(killed) && /restart .*etcd ended: \w+ \(exit code 137\)/.test(row)))
	t.is(new Set(rows).size, rows.length)
	const document = JSON.parse((await runPlugin(['events', 'orders', '-n', namespace, '-o', 'json'])).out) as {
		readonly kind: string
		readonly entries: readonly { readonly time: string; readonly sort: string }[]
	}
	t.is(document.kind, 'EtcdTimeline')
	t.deepEqual(
		document.entries.map(({ time }) => time),
		document.entries.map(({ time }) => time).toSorted(),
	)

	const watching = startPlugin(['events', 'orders', '-n', namespace, '-w', '-o', 'json'])
	t.teardown(async () => void (await watching.interrupt()))
	await eventually(
		'what is known is shown',
		async () => await Promise.resolve(linesOf(watching.out()).length >= document.entries.length),
	)
	await kubectl('-n', namespace, 'annotate', 'etcdcluster', 'orders', 'team.example/note=seen')
	await eventually(
		'the edit is shown',
		async () => await Promise.resolve(/"sort":"edit".*annotation team\.example\/note/.test(watching.out())),
	)
	const watched = linesOf((await watching.interrupt()).out)
	t.is(new Set(watched).size, watched.length)

	// By somebody who may not.
	const look = { apiGroups: [group], resources: ['etcdclusters'], verbs: ['get'] }
	const pods = { apiGroups: [''], resources: ['pods'], verbs: ['list'] }
	const none = await whoMay(t, namespace, 'none', [look, pods])
	const refused = await runPlugin(['logs', 'orders', '-n', namespace], { kubeconfig: none })
	t.is(refused.code, 1)
	t.is(refused.out, '')
	for (const name of after)
		t.true(refused.err.includes(`${name}: you may not read logs in ${namespace} (get pods/log)`))
	const log = { apiGroups: [''], resources: ['pods/log'], verbs: ['get'], resourceNames: [third] }
	const some = await whoMay(t, namespace, 'some', [look, pods, log])
	const part = await runPlugin(['logs', 'orders', '-n', namespace, '--tail', '3'], { kubeconfig: some })
	t.is(part.code, 0)
	t.is(linesOf(part.out).filter((line) => line.includes(third)).length, 3)
	t.is(linesOf(part.err).filter((line) => line.includes('you may not read logs')).length, 2)
	const blind = await runPlugin(['events', 'orders', '-n', namespace], { kubeconfig: some })
	t.is(blind.code, 0)
	t.regex(blind.err, new RegExp(`you may not list events in ${namespace}`))
	t.regex(blind.out, /pod made/)
})
