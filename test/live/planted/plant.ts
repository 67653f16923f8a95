// How clusters come about, and how their members are destroyed, cut off or stopped for real.
import type { ClusterSpec } from '../../../api/schema/cluster.ts'
import { make, podsOf, untilHealthy, type ClusterPod } from '../cluster-support.ts'
import { eventually, kubectl, playground } from '../support.ts'

/** A healthy cluster `test`, a node for each member; its pods in the order of their names. */
export async function born(namespace: string, spec: ClusterSpec): Promise<readonly ClusterPod[]> {
	await make(namespace, 'test', { topologySpread: 'Required', ...spec })
	await untilHealthy(namespace, 'test', 120)
	return (await podsOf(namespace, 'test')).toSorted((one, other) =>
		one.metadata.name < other.metadata.name ? -1 : 1,
	)
}

export const nameOf = ({ metadata }: ClusterPod): string => metadata.name

const freeze = async (namespace: string, pod: ClusterPod): Promise<AsyncDisposable> =>
	await playground.fault({ fault: 'freeze', pod: `${namespace}/${nameOf(pod)}` })

/** Its process, at once. */
export const killed = async (namespace: string, pod: ClusterPod): Promise<void> => {
	await using _ = await playground.fault({ fault: 'kill', pod: `${namespace}/${nameOf(pod)}` })
}

/** Their processes stand still until this is disposed of. */
export async function stilled(namespace: string, pods: readonly ClusterPod[]): Promise<AsyncDisposable> {
	const all = new AsyncDisposableStack()
	for (const pod of pods) all.use(await freeze(namespace, pod))
	return all
}

/** At once, with their pods and their claims. None may answer meanwhile, or the others would rightly go on without the first. */
export async function destroyed(
	namespace: string,
	pods: readonly ClusterPod[],
	onClaims: boolean,
): Promise<void> {
	await using _ = await stilled(namespace, pods)
	const names = pods.map(nameOf)
	if (onClaims) await kubectl('-n', namespace, 'delete', 'pvc', ...names, '--wait=false')
	await kubectl('-n', namespace, 'delete', 'pod', ...names, '--grace-period=0', '--force', '--wait=false')
	await eventually(
		'they are gone with their data',
		async () => {
			const kinds = onClaims ? 'pods,pvc' : 'pods'
			const left = await kubectl('-n', namespace, 'get', kinds, '-o', 'name')
			return !names.some((name) => left.includes(name))
		},
		60,
	)
}

/** No packet passes between one and the others until this is disposed of. */
export async function cutOff(
	namespace: string,
	one: ClusterPod,
	others: readonly ClusterPod[],
): Promise<AsyncDisposable> {
	const all = new AsyncDisposableStack()
	const from = `${namespace}/${nameOf(one)}`
	for (const other of others)
		all.use(await playground.fault({ fault: 'partition', from, to: `${namespace}/${nameOf(other)}` }))
	return all
}
