// Asks members for a sum over all that it holds at one revision. Equal sums at one revision, with the same history forgotten, are equal data.
import type { EtcdClient } from '../../etcd/client.ts'
import type { HashKv } from '../../etcd/member.ts'
import { NotNow } from '../not-now.ts'
import type { Look } from '../observe.ts'
import type { MemberSeen } from '../observed.ts'
import { idsOf } from '../rules/compare.ts'
import { reportOf } from '../rules/facts.ts'
import type { StepOf } from '../step.ts'
import type { ClusterStatus } from '../../api/schema/cluster.ts'

interface Said extends HashKv {
	readonly name: string
}

async function sums(look: Look, all: readonly MemberSeen[]): Promise<readonly Said[]> {
	const revisions = all.map((member) => reportOf(member)?.revision)
	if (revisions.includes(undefined)) throw new NotNow('not all of them say how far they are')
	const lowest = revisions
		.map((revision) => revision ?? 0n)
		.reduce((one, other) => (one < other ? one : other))
	return await Promise.all(
		all.map(async ({ name }) => {
			const client: EtcdClient | undefined = look.clients.get(name)
			if (client === undefined) throw new NotNow(`${name} cannot be asked`)
			return { name, ...(await client.hashKv(lowest)) }
		}),
	)
}

/** What is to be remembered of it. */
export async function compare(
	look: Look,
	{ occasion, among }: StepOf<'compare'>,
): Promise<Pick<ClusterStatus, 'compared'>> {
	const { members } = look.seen
	const asked = members.fresh ? members.all.filter(({ id }) => among.includes(id)) : []
	const said = await sums(look, asked)
	// Between two of them history was forgotten: sums over different histories say nothing.
	if (new Set(said.map(({ compactRevision }) => compactRevision)).size > 1)
		throw new NotNow('they have not forgotten the same history yet')
	const equal = new Set(said.map(({ hash }) => hash)).size === 1
	const sumsText = said.map(({ name, hash }) => `${name} ${hash.toString(16)}`).join(', ')
	const revision = String(said[0]?.revision ?? 0n)
	return {
		compared: {
			occasion,
			members: idsOf(asked),
			equal,
			revision,
			message: equal
				? `all hold the same at revision ${revision}`
				: `members hold different data at revision ${revision} (${sumsText})${oddOne(said)}`,
		},
	}
}

/** Where all others agree; they may still be the ones that are wrong. */
function oddOne(said: readonly Said[]): string {
	const alone = said.filter(({ hash }) => said.filter((other) => other.hash === hash).length === 1)
	const [odd, ...more] = alone
	const agree = new Set(said.map(({ hash }) => hash)).size === 2
	return odd && agree && more.length === 0 ? `, ${odd.name} other data than all others` : ''
}
