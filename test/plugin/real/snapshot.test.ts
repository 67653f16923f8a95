// Snapshots of real members, behind what does as a kubelet does, into files of this machine: whole, or not there.
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { inspect } from '../../../backup/inspect.ts'
import { faultsOf } from '../../../backup/inspected.ts'
import { sourcesAmong, type Source } from '../../../backup/sources.ts'
import { Failure } from '../../../plugin/failure.ts'
import type { Reach } from '../../../plugin/reach.ts'
import { lookOf } from '../../../plugin/screen/look.ts'
import { save, type How } from '../../../plugin/snapshot/save.ts'
import { withSources, type Wanted } from '../../../plugin/snapshot/sources.ts'
import { targetFor } from '../../../plugin/snapshot/target.ts'
import type { Cluster } from '../../../plugin/target.ts'
import { everyMinor, type Etcd } from '../../etcd/real/binaries.ts'
import { born, switchAuthOn, three } from '../../etcd/real/cluster.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { kubelet } from '../../kube/kubelet.ts'
import { relayTo } from '../../kube/relay.ts'

const cluster: Cluster = {
	apiVersion: 'etcd.database.coreos.com/v1beta2',
	metadata: { name: 'orders', namespace: 'team-a', uid: 'b5b9' },
	spec: { size: 1 },
	status: { memberStates: [{ name: 'orders-a', id: '1', role: 'Leader' }] },
}

async function folder(t: ExecutionContext): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), 'kubectl-etcd-save-'))
	t.teardown(async () => await rm(path, { recursive: true, force: true }))
	return path
}

async function how(word: string, more: Partial<How> = {}): Promise<How & { readonly said: () => string }> {
	let said = ''
	return {
		target: await targetFor(word),
		force: false,
		err: (text) => void (said += text),
		isTerminal: false,
		look: lookOf({ colour: false, ascii: false, width: undefined }),
		now: Date.parse('2026-03-01T14:02:11Z'),
		signal: AbortSignal.timeout(60_000),
		...more,
		said: () => said,
	}
}

async function filled(t: ExecutionContext, etcd: Etcd, keys: number): Promise<readonly MemberProcess[]> {
	const members = await three(t, etcd)
	for (let index = 0; index < keys; index++) await members[0].put(`key-${index}`, 'x'.repeat(400_000))
	return members
}

const sourcesOf = async (members: readonly MemberProcess[]): Promise<readonly Source[]> =>
	await sourcesAmong(members.map(({ name, client }) => ({ name, client })))

const failing = async (t: ExecutionContext, work: Promise<unknown>): Promise<Failure> =>
	await t.throwsAsync(work, { instanceOf: Failure })

const newest = (_: unknown, minor: string): boolean => minor === '3.6'

everyMinor(
	'is saved into a folder or a file, with a manifest, for nobody else to read; what is there stays',
	async (t, etcd) => {
		const members = await filled(t, etcd, 5)
		const path = await folder(t)
		const sources = await sourcesOf(members)
		const { revision = 0n } = (await sources[0]?.client.confirm()) ?? {}
		const into = await save(cluster, sources, await how(path))
		const name = `orders_v${revision}_2026-03-01-14-02-11.db`
		t.is(into.path, join(path, name))
		t.deepEqual((await readdir(path)).toSorted(), [name, `${name}.manifest.json`])
		t.is((await stat(join(path, name))).mode & 0o777, 0o600)
		const inspected = await inspect(join(path, name), { signal: AbortSignal.timeout(30_000), tell: () => {} })
		t.deepEqual(faultsOf(inspected), [])
		t.is(inspected.contents?.revision, revision)
		const refused = await failing(t, save(cluster, sources, await how(join(path, name))))
		t.is(refused.exit, 7)
		t.regex(refused.told.next ?? '', /--force/)
		await writeFile(join(path, name), 'other')
		await save(cluster, sources, await how(join(path, name), { force: true }))
		t.true((await readFile(join(path, name))).length > 2_000_000)
		// It may not be there without its manifest.
		await mkdir(join(path, 'alone.db.manifest.json', 'in the way'), { recursive: true })
		const alone = await failing(t, save(cluster, sources, await how(join(path, 'alone.db'))))
		t.regex(alone.told.what, /alone\.db: it cannot be written; nothing was left there$/)
		t.false((await readdir(path)).includes('alone.db'))
		const nowhere = await failing(t, targetFor(join(path, 'not/there.db')))
		t.regex(nowhere.told.what, /not is no folder$/)
	},
	newest,
)

everyMinor(
	'goes on with another member, and leaves nothing when somebody interrupts or nobody is left',
	async (t, etcd) => {
		const members = await filled(t, etcd, 120)
		const path = await folder(t)
		const sources = await sourcesOf(members)
		const [first, second] = sources.map(({ name }) => members.find((one) => one.name === name))
		const interrupted = new AbortController()
		const asked = await how(join(path, 'interrupted.db'), { signal: interrupted.signal })
		const saving = save(cluster, sources, asked)
		setTimeout(() => interrupted.abort(new Error('Ctrl-C')), 30)
		await t.throwsAsync(saving, { message: 'Ctrl-C' })
		t.deepEqual(await readdir(path), [])

		first?.signal('SIGSTOP')
		setTimeout(() => first?.signal('SIGKILL'), 500)
		const told = await how(join(path, 'it.db'))
		const { manifest } = await save(cluster, sources, told)
		t.is(manifest.member.name, second?.name ?? '')
		t.regex(told.said(), new RegExp(`^${first?.name} did not give all of it: `))
		t.deepEqual((await readdir(path)).toSorted(), ['it.db', 'it.db.manifest.json'])

		for (const member of members) if (member !== first) await member.kill()
		const nobody = await failing(t, save(cluster, sources, await how(join(path, 'none.db'))))
		t.regex(nobody.told.what, /^no member gave a whole snapshot: .*; nothing was left at .*none\.db$/)
		t.deepEqual((await readdir(path)).toSorted(), ['it.db', 'it.db.manifest.json'])
	},
	newest,
)

/** Over the plugin's own way to a member. */
async function reached<T>(
	t: ExecutionContext,
	member: MemberProcess,
	wanted: Partial<Wanted>,
	work: (sources: readonly Source[]) => Promise<T>,
): Promise<T> {
	const { api } = await kubelet(
		t,
		relayTo({ host: member.host, ports: new Map([[2379, member.ports.client]]) }),
	)
	const reach = { api, kube: { list: async () => await Promise.resolve([]) } } as unknown as Reach
	const all = {
		member: undefined,
		credentials: undefined,
		allowStale: false,
		signal: AbortSignal.timeout(30_000),
	}
	return await withSources(reach, cluster, { ...all, ...wanted }, work)
}

everyMinor(
	'without a quorum nothing is saved unless somebody says that it may be old',
	async (t, etcd) => {
		const [a, b, c] = await three(t, etcd)
		await a.put('key')
		const { revision } = await a.client.confirm()
		await Promise.all([b.kill(), c.kill()])
		const refused = await failing(
			t,
			reached(t, a, {}, async () => await Promise.reject(new Error('there is no source'))),
		)
		t.is(refused.exit, 5)
		t.regex(refused.told.what, /^not saving orders: no quorum confirms that what orders-a has is up to date$/)
		t.regex(refused.told.next ?? '', /kubectl etcd snapshot save orders -n team-a --allow-stale/)
		const path = join(await folder(t), 'left.db')
		const saved = await reached(
			t,
			a,
			{ allowStale: true },
			async (sources) => await save(cluster, sources, await how(path)),
		)
		t.is(saved.manifest.revision, String(revision))
		const inspected = await inspect(path, { signal: AbortSignal.timeout(30_000), tell: () => {} })
		t.deepEqual(faultsOf(inspected), [])
	},
	newest,
)

everyMinor('where etcd wants a login it says so, and is saved by who has one', async (t, etcd) => {
	const member = await born(t, etcd)
	await member.put('key')
	await switchAuthOn(member)
	const at = await folder(t)
	const stranger = await failing(
		t,
		reached(t, member, {}, async (sources) => await save(cluster, sources, await how(join(at, 'it.db')))),
	)
	t.is(stranger.told.what, 'etcd authentication is enabled')
	t.regex(stranger.told.next ?? '', /--credentials-secret/)
	t.deepEqual(await readdir(at), [])
	const credentials = { username: 'root', password: 'secret' }
	await reached(
		t,
		member,
		{ credentials },
		async (sources) => await save(cluster, sources, await how(join(at, 'it.db'))),
	)
	t.deepEqual((await readdir(at)).toSorted(), ['it.db', 'it.db.manifest.json'])
})
