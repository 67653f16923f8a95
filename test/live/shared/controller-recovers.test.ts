// A quorum that is lost for good, and a person who says from whom the cluster goes on: every key of that member is there afterwards, in
// as many voters as before; and nothing is touched while nobody lost anything, or while somebody might come back.
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import { Secrets, staticTls } from '../certificates.ts'
import {
	change,
	conditionOf,
	namesOf,
	onVolumes,
	podsOf,
	stored,
	until,
	untilCondition,
	untilHealthy,
	type ClusterPod,
} from '../cluster-support.ts'
import { born, destroyed, nameOf } from '../planted/plant.ts'
import { plugin } from '../plugin.ts'
import { apply, eventually, get, isReady, kubectl, ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn

const count = 12

async function ctl(t: ExecutionContext, namespace: string, ...args: readonly string[]): Promise<string> {
	const { code, out, err } = await plugin(['ctl', 'test', '-n', namespace, '--write', '--', ...args])
	t.is(code, 0, err)
	return out
}

async function write(t: ExecutionContext, namespace: string): Promise<bigint> {
	let revision = 0n
	for (let at = 0; at < count; at++) {
		const said = await ctl(t, namespace, 'put', `key-${at}`, `value-${at}`, '-w', 'json')
		revision = BigInt((JSON.parse(said) as { header: { revision: number } }).header.revision)
	}
	return revision
}

const keysOf = async (t: ExecutionContext, namespace: string): Promise<readonly string[]> =>
	(await ctl(t, namespace, 'get', 'key-', '--prefix', '--sort-by=CREATE')).trim().split('\n')

const everyKey = Array.from({ length: count }, (_, at) => [`key-${at}`, `value-${at}`]).flat()

const recover = async (namespace: string, keep: string, recovery: object = {}): Promise<void> =>
	await change(namespace, 'test', { recovery: { keep, confirm: 'test', ...recovery } })

/** For some seconds: who was deleted by force may answer for a moment more. */
async function lost(namespace: string): Promise<void> {
	const began = Date.now()
	await until(
		namespace,
		'test',
		'the quorum is lost, and stays so',
		(status) => {
			const { reason, lastTransitionTime = '' } = conditionOf(status, 'Available') ?? {}
			const since = Math.max(began, Date.parse(lastTransitionTime))
			return reason === 'QuorumLost' && Date.now() - since > 5000
		},
		90,
	)
}

const ids = async (namespace: string) => (await stored(namespace, 'test')).status

async function recovers(
	t: ExecutionContext,
	namespace: string,
	spec: ClusterSpec,
	by: 'field' | 'plugin' = 'field',
): Promise<void> {
	const [one, ...others] = await born(namespace, { size: 3, ...onVolumes, ...spec })
	if (one === undefined) throw new Error('there is no pod')
	const keep = nameOf(one)
	const revision = await write(t, namespace)
	const before = await ids(namespace)
	await destroyed(namespace, others, true)
	await lost(namespace)
	const began = performance.now()
	if (by === 'plugin') await recoverByPlugin(t, namespace, keep)
	else await recover(namespace, keep, { revision: Number(revision) })
	await until(namespace, 'test', 'it is recovered', ({ recovery }) => recovery?.state === 'done', 120)
	const alone = (performance.now() - began) / 1000
	await untilHealthy(namespace, 'test', 180)
	t.log(
		`alone after ${alone.toFixed(1)} s, three voters after ${((performance.now() - began) / 1000).toFixed(1)} s`,
	)
	const { status } = await stored(namespace, 'test')
	const { recovery, memberStates = [], clusterID } = status ?? {}
	t.is(clusterID, before?.clusterID)
	t.is(recovery?.revisionBefore, revision.toString())
	t.true(BigInt(recovery?.revisionAfter ?? 0) >= revision)
	// One of them may have been replaced before the next was destroyed, by a member that is given up like them.
	const { discarded = [] } = recovery ?? {}
	t.true(discarded.length >= 2 && !discarded.includes(keep), discarded.join())
	t.is(memberStates.length, 3)
	t.true(memberStates.some(({ name }) => name === keep))
	t.false(memberStates.some(({ name = '' }) => others.map(nameOf).includes(name)))
	t.deepEqual(await keysOf(t, namespace), everyKey)
	t.is(conditionOf(status ?? {}, 'Recovering')?.reason, 'Done')
	await isOrdinary(t, namespace, keep)
	const doctor = await plugin(['doctor', 'test', '-n', namespace, '--color=never'])
	t.is(doctor.code, 0, doctor.out + doctor.err)
	// It stays in the spec, and has no effect any more.
	await change(namespace, 'test', { autoCompaction: { mode: 'Periodic', retention: '2h' } })
	const pods = async () => (await podsOf(namespace, 'test')) as readonly MadePod[]
	await eventually(
		'all members have it',
		async () => (await pods()).filter((pod) => isReady(pod) && retentionOf(pod) === '2h').length === 3,
		120,
	)
	await write(t, namespace)
	t.is((await stored(namespace, 'test')).status?.recovery?.time, recovery?.time)
}

/** As a person does: the plan, a refusal that names the line to run, a dry run, and then that line. */
async function recoverByPlugin(t: ExecutionContext, namespace: string, keep: string): Promise<void> {
	const at = ['recover', 'test', '-n', namespace]
	const plan = await plugin([...at, '--plan'])
	t.is(plan.code, 0, plan.err)
	const line = `--from-member ${keep} --confirm=test`
	t.true(plan.err.includes(line), plan.err)
	const unsure = await plugin([...at, '--from-member', keep])
	t.is(unsure.code, 7, unsure.err)
	t.true(unsure.err.includes(line), unsure.err)
	const dry = await plugin([...at, ...line.split(' '), '--dry-run=client'])
	t.is(dry.code, 0, dry.err)
	t.regex(dry.err, new RegExp(`spec.recovery: .*"keep":"${keep}","confirm":"test"`))
	t.is((await stored(namespace, 'test')).status?.recovery, undefined)
	const done = await plugin([...at, ...line.split(' '), '--wait'])
	t.is(done.code, 0, done.err)
	t.regex(done.err, /the cluster goes on from .*; 3 vote again/)
	t.log(done.err.trim())
	const again = await plugin([...at, ...line.split(' ')])
	t.is(again.code, 7, again.err)
	t.regex(again.err, /not recovering test: there is a quorum/)
}

interface MadePod extends ClusterPod {
	readonly spec: ClusterPod['spec'] & {
		readonly restartPolicy: string
		readonly containers: readonly {
			readonly args: readonly string[]
			readonly env: readonly { readonly name: string; readonly value?: string }[]
		}[]
	}
}

const retentionOf = ({ spec }: MadePod): string | undefined =>
	spec.containers[0]?.env.find(({ name }) => name === 'ETCD_AUTO_COMPACTION_RETENTION')?.value

/** Nothing is left of the one start that was another. */
async function isOrdinary(t: ExecutionContext, namespace: string, keep: string): Promise<void> {
	const pod = await get<MadePod>(namespace, 'pod', keep)
	t.is(pod.spec.restartPolicy, 'Always')
	t.false(pod.spec.containers[0]?.args.some((arg) => arg.includes('force-new-cluster')))
}

/** npm test does it by the plugin, which writes the field, and npm run show -- recover all. */
const isAll = process.env['RECOVERS'] === 'all'

for (const version of isAll ? ['3.5.35', '3.6.16', '3.7.3'] : [])
	test(`${version}: two of three are destroyed with their volumes, and all keys of the third are there`, async (t) => {
		await recovers(t, await ownNamespace(t), { version })
	})

test('by the plugin: two of three are destroyed with their volumes, and all keys of the third are there', async (t) => {
	await recovers(t, await ownNamespace(t), {}, 'plugin')
})

if (isAll)
	test('the same with TLS', async (t) => {
		const namespace = await ownNamespace(t)
		await new Secrets(namespace, 'test').writeAll()
		await recovers(t, namespace, staticTls)
	})

test('it is refused while a quorum answers, and the same is not carried out later', async (t) => {
	const namespace = await ownNamespace(t)
	const [one, ...others] = await born(namespace, { size: 3, ...onVolumes })
	if (one === undefined) throw new Error('there is no pod')
	const uids = (pods: readonly ClusterPod[]) => pods.map(({ metadata }) => metadata.uid).toSorted()
	await recover(namespace, nameOf(one))
	const said = await untilCondition(namespace, 'test', {
		type: 'Recovering',
		status: 'False',
		reason: /^Refused$/,
	})
	t.regex(said, /a quorum answers, so that there is nothing to recover/)
	t.deepEqual(uids(await podsOf(namespace, 'test')), uids([one, ...others]))
	await destroyed(namespace, others, true)
	await lost(namespace)
	t.deepEqual(uids(await podsOf(namespace, 'test')), uids([one]))
	t.is((await stored(namespace, 'test')).status?.recovery?.state, 'refused')
	// Another occasion is another decision.
	await recover(namespace, nameOf(one), { occasion: 'later' })
	await until(namespace, 'test', 'it is recovered', ({ recovery }) => recovery?.state === 'done', 120)
	await untilHealthy(namespace, 'test', 180)
})

test('members that may come back are given up by name only, and their volumes are kept', async (t) => {
	const namespace = await ownNamespace(t)
	const [one, ...others] = await born(namespace, { size: 3, ...onVolumes })
	if (one === undefined) throw new Error('there is no pod')
	const keep = nameOf(one)
	await write(t, namespace)
	// There may be no second pod here, so that they stay away with their volumes, and nobody elsewhere is kept from a node.
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'ResourceQuota',
		metadata: { name: 'alone' },
		spec: { hard: { pods: '1' } },
	})
	await eventually('the quota counts', async () => {
		const quota = await get<{ status?: { used?: { pods?: string } } }>(namespace, 'resourcequota', 'alone')
		return quota.status?.used?.pods === '3'
	})
	await kubectl('-n', namespace, 'delete', 'pod', ...others.map(nameOf), '--grace-period=0', '--force')
	await lost(namespace)
	await recover(namespace, keep)
	const said = await untilCondition(namespace, 'test', {
		type: 'Recovering',
		status: 'False',
		reason: /^Refused$/,
	})
	t.regex(
		said,
		/others may come back with what they hold \(.*its volume is there.*\); wait for them, or name them/,
	)
	await recover(namespace, keep, { discard: others.map(nameOf) })
	await until(namespace, 'test', 'it is recovered', ({ recovery }) => recovery?.state === 'done', 120)
	await kubectl('-n', namespace, 'delete', 'resourcequota', 'alone')
	await until(
		namespace,
		'test',
		'three vote',
		({ memberStates = [] }) =>
			memberStates.length === 3 && memberStates.every(({ role }) => role === 'Leader' || role === 'Voter'),
		180,
	)
	t.deepEqual(await keysOf(t, namespace), everyKey)
	const claims = namesOf((await get<{ items: ClusterPod[] }>(namespace, 'pvc')).items)
	for (const other of others.map(nameOf)) t.true(claims.includes(other))
	await eventually('they run no more', async () => {
		const names = namesOf(await podsOf(namespace, 'test'))
		return !others.some((other) => names.includes(nameOf(other)))
	})
	const said2 = await untilCondition(namespace, 'test', { type: 'Degraded', reason: /VolumeKept/ })
	t.regex(said2, /belongs to no member and may hold something/)
})

test('without volumes it is refused, with the way out', async (t) => {
	const namespace = await ownNamespace(t)
	const [one, ...others] = await born(namespace, { size: 3 })
	if (one === undefined) throw new Error('there is no pod')
	await destroyed(namespace, others, false)
	await lost(namespace)
	await recover(namespace, nameOf(one))
	const said = await untilCondition(namespace, 'test', {
		type: 'Recovering',
		status: 'False',
		reason: /^Refused$/,
	})
	t.regex(said, /its data is in its pod and cannot be copied; save it with etcdctl snapshot save/)
	t.deepEqual(namesOf(await podsOf(namespace, 'test')), [nameOf(one)])
})
