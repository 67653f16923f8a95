// Clusters of processes, grown as ours grow: a first member, then one at a time.
import type { ExecutionContext } from 'ava'
import { EtcdError } from '../../../etcd/errors.ts'
import type { Member } from '../../../etcd/member.ts'
import type { Etcd } from './binaries.ts'
import { memberProcess, until, type Given, type MemberProcess } from './process.ts'

export async function born(t: ExecutionContext, etcd: Etcd, given: Given = {}): Promise<MemberProcess> {
	const seed = await memberProcess(t, etcd, 'a', given)
	seed.start(seed.listed, 'new')
	await until('the first member serves', async () => await seed.client.confirm())
	return seed
}

/** As its minor adds members. */
export const add = async ({ client, etcd }: MemberProcess, peerUrl: string): Promise<Member> =>
	await (etcd.dialect.learners ? client.addLearner(peerUrl) : client.addVoter(peerUrl))

/** Added and running, but no voter yet where there are learners. */
export async function joins(
	t: ExecutionContext,
	seed: MemberProcess,
	name = 'b',
): Promise<{ member: MemberProcess; id: string }> {
	const member = await memberProcess(t, seed.etcd, name)
	const { id } = await add(seed, member.peerUrl)
	member.start(`${seed.listed},${member.listed}`, 'existing')
	await member.answers()
	return { member, id }
}

export async function promoted(seed: MemberProcess, id: string): Promise<void> {
	await until('it is promoted', async () => {
		try {
			await seed.client.promote(id)
			return true
		} catch (reason) {
			if (reason instanceof EtcdError && reason.code === 'learnerBehind') return false
			throw reason
		}
	})
}

/** Two voters; the second has just joined, so etcd refuses a third for its five seconds. */
export async function pair(
	t: ExecutionContext,
	etcd: Etcd,
): Promise<{ first: MemberProcess; second: MemberProcess; secondId: string }> {
	const first = await born(t, etcd)
	const { member: second, id: secondId } = await joins(t, first)
	if (etcd.dialect.learners) await promoted(first, secondId)
	await until('both serve', async () => await Promise.all([first.client.confirm(), second.client.confirm()]))
	return { first, second, secondId }
}

/** Three voters from the start. */
export async function three(
	t: ExecutionContext,
	etcd: Etcd,
	given: Given = {},
): Promise<readonly [MemberProcess, MemberProcess, MemberProcess]> {
	const [a, b, c] = await Promise.all([
		memberProcess(t, etcd, 'a', given),
		memberProcess(t, etcd, 'b', given),
		memberProcess(t, etcd, 'c', given),
	])
	const listed = [a, b, c].map((member) => member.listed).join()
	for (const member of [a, b, c]) member.start(listed, 'new')
	await until(
		'all serve',
		async () => await Promise.all([a, b, c].map(async ({ client }) => await client.confirm())),
	)
	return [a, b, c]
}

export async function switchAuthOn(member: MemberProcess): Promise<void> {
	await member.gateway('auth/user/add', { name: 'root', password: 'secret' })
	await member.gateway('auth/role/add', { name: 'root' })
	await member.gateway('auth/user/grant', { user: 'root', role: 'root' })
	await member.gateway('auth/enable')
}
