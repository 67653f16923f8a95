// What a member's plain listener tells, and who else has heard of a member that does not answer us.
import { ports } from '../../api/names.ts'
import { minorIn } from '../../api/releases.ts'
import { checksOf } from '../../etcd/dialect.ts'
import { peek, type Peeked } from '../../etcd/peek.ts'
import type { PodSeen } from '../observed.ts'
import type { World } from '../world.ts'
import { leads, type Asked } from './asked.ts'

/** Asks the listener that needs no certificate. */
export function plain(pods: readonly PodSeen[], member: string): () => Promise<Peeked | undefined> {
	const { ip, version = '' } = pods.find(({ name }) => name === member) ?? {}
	const minor = minorIn(version)
	return async () => {
		if (ip === undefined || minor === undefined) return undefined
		return await peek(ip, ports.metrics, checksOf(minor, version).ready.path ?? '/health')
	}
}

/** The minor that members speak with each other; asked only while they are to be of another. */
export async function spokenVersion(
	{ reached }: Asked,
	pods: readonly PodSeen[],
	targetMinor: string | undefined,
): Promise<string | undefined> {
	const leader = reached.find(leads)
	const isMove = pods.some(({ version }) => minorIn(version) !== targetMinor)
	return leader && isMove ? (await plain(pods, leader.name)())?.clusterVersion : undefined
}

/**
 * The leader knows best. Where it is the leader that we do not hear, those who follow it tell. Asked only once somebody has been silent
 * for half of what makes a member lost.
 */
export async function witness(
	{ memory, options }: Pick<World, 'memory' | 'options'>,
	cacheKey: string,
	{ list, reached }: Asked,
	pods: readonly PodSeen[],
): Promise<(memberId: string) => boolean | undefined> {
	const answering = new Set(reached.map(({ status }) => status?.memberId))
	const isLong = (list?.members ?? []).some(
		({ id }) => !answering.has(id) && memory.silentMs(cacheKey, id, false) > options.lostAfterMs / 2,
	)
	if (!isLong) return () => undefined
	const confirmed = reached.filter(({ confirmed: read }) => read !== undefined)
	const leader = confirmed.find(leads)
	const asked = await Promise.all(
		(leader ? [leader] : confirmed).map(async ({ name }) => await plain(pods, name)()),
	)
	const views = asked.map((said) => said?.connectedTo).filter((view) => view !== undefined)
	return (id) => (views.length === 0 ? undefined : views.some((view) => view.has(id)))
}
