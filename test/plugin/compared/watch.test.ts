// -w beside kubectl's, while clusters change; and what kubectl's does not outlive: a watch that ends and a history that is gone.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { whereIsKubernetes } from '../../../kube/config.ts'
import { gateTo, type Gate } from '../../kube/gate.ts'
import { ageless, world, type Running, type World } from './support.ts'

let there: World
let gate: Gate
/** Of the gate, where it is seen who watches. */
let kubeconfig: string
test.before(async () => {
	there = await world('get-watch')
	await there.fill()
	gate = await gateTo(await whereIsKubernetes({ KUBECONFIG: there.kubeconfig }))
	const { ca = '' } = await gate.where.credentials()
	const server = `https://${gate.where.host}:${gate.where.port}`
	const cluster = { server, 'certificate-authority-data': Buffer.from(ca).toString('base64') }
	kubeconfig = join(there.folder, 'gate')
	await writeFile(
		kubeconfig,
		JSON.stringify({
			apiVersion: 'v1',
			kind: 'Config',
			'current-context': 'gate',
			contexts: [{ name: 'gate', context: { cluster: 'gate', user: 'gate' } }],
			clusters: [{ name: 'gate', cluster }],
			users: [{ name: 'gate', user: { token: 'the gate shows its own certificate' } }],
		}),
	)
})
test.after.always(async () => {
	await gate[Symbol.asyncDispose]()
	await there[Symbol.asyncDispose]()
})

const watchesSeen = (): number => gate.arrived.filter((path) => path.includes('watch=true')).length

async function until(what: string, holds: () => boolean): Promise<void> {
	for (let tries = 0; !holds(); tries++) {
		if (tries > 600) throw new Error(`in a minute not: ${what}`)
		await sleep(100)
	}
}

const linesOf = ({ out }: Running): number => out().split('\n').length - 1

const mark = async (name: string, value: string): Promise<string> =>
	await there.must(['label', 'etcdcluster', name, '-n', 'team-a', `marker=${value}`, '--overwrite'])

async function lead(leader: string): Promise<void> {
	const patch = ['--subresource=status', '--type=merge', '-p', JSON.stringify({ status: { leader } })]
	await there.must(['patch', 'etcdcluster', 'orders', '-n', 'team-a', ...patch])
}

/** Three of orders, and two of one that comes and goes. */
async function change(marker: string): Promise<void> {
	await mark('orders', marker)
	await lead('a-leader-with-a-much-longer-name')
	const metadata = { name: 'later', namespace: 'team-a' }
	const object = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata,
		spec: { size: 1 },
	}
	await there.must(['create', '-f', '-'], JSON.stringify(object))
	await there.must(['delete', 'etcdcluster', 'later', '-n', 'team-a'])
	await lead('orders-1')
}

/** How many lines at least the changes print. */
const watches: readonly (readonly [line: string, lines: number])[] = [
	['-n team-a -w', 5],
	['-A -w -o wide --show-labels', 5],
	['-n team-a --watch-only', 5],
	['-n team-a --watch-only --no-headers', 5],
	['-n team-a orders -w', 3],
	['-n team-a orders --watch-only -o json', 120],
	['-n team-a -w -o name', 5],
	['-n team-a orders -w -o yaml', 120],
	['-n team-a -l marker -w --show-kind -L marker', 3],
	['-A -w -o custom-columns=N:.metadata.name,L:.status.leader', 5],
	['-n empty -w', 0],
]

for (const [at, [line, lines]] of watches.entries())
	test.serial(`kubectl etcd get ${line} prints what kubectl does`, async (t) => {
		const args = line.split(' ')
		const before = watchesSeen()
		const both = [
			there.kubectl(kubeconfig, 'get', 'etcdclusters', ...args),
			there.plugin(kubeconfig, 'get', ...args),
		] as const
		await until('both watch', () => watchesSeen() === before + 2)
		await sleep(500) // kubectl's watch of a single one begins with whatever is there when it is answered
		const counts = both.map(linesOf)
		t.is(counts[1], counts[0])
		await change(String(at))
		await until('both have printed it', () =>
			both.every((one, which) => linesOf(one) >= (counts[which] ?? 0) + lines),
		)
		await sleep(500)
		for (const { child } of both) child.kill('SIGINT')
		const [theirs, ours] = await Promise.all(both.map(async ({ ended }) => await ended))
		t.is(ageless(ours?.out ?? ''), ageless(theirs?.out ?? 'nothing'))
		t.is(ours?.code, 130)
		t.is(ours?.err, '')
	})

test.serial(
	'a watch that is cut goes on, and one whose history is gone prints only what changed',
	async (t) => {
		const columns = 'custom-columns=N:.metadata.name,M:.metadata.labels.marker'
		const before = watchesSeen()
		const running = there.plugin(kubeconfig, 'get', '-n', 'team-a', '-w', '-o', columns, '--no-headers')
		const told = (): readonly string[] =>
			running
				.out()
				.trim()
				.split('\n')
				.map((line) => line.replaceAll(/ +/g, ' '))
		try {
			await until('it watches', () => watchesSeen() === before + 1)
			t.is(told().length, 3)

			gate.cut()
			await mark('orders', 'while-cut')
			await until('it watches again', () => watchesSeen() === before + 2)
			await until('it was told', () => told().includes('orders while-cut'))
			t.is(told().length, 4, 'nothing is told twice')

			gate.rewrite = (path) =>
				path.includes('watch=true') && watchesSeen() === before + 3
					? path.replace(/resourceVersion=\d+/, 'resourceVersion=1')
					: path
			gate.freeze()
			gate.cut()
			await mark('sessions', 'while-gone')
			const gone = 'a-name-that-is-much-longer-than-the-others'
			await there.must(['delete', 'etcdcluster', gone, '-n', 'team-a'])
			gate.thaw()
			await until('it was told', () => told().includes('sessions while-gone'))
			await until('it watches anew', () => watchesSeen() >= before + 4)
			await mark('orders', 'afterwards')
			await until('it was told', () => told().includes('orders afterwards'))
			t.deepEqual(told().slice(4), ['sessions while-gone', `${gone} <none>`, 'orders afterwards'])
		} finally {
			running.child.kill('SIGINT')
		}
		const { code, err } = await running.ended
		t.is(code, 130)
		t.regex(err, /^the watch ended \(.*\); trying again\n/)
	},
)
