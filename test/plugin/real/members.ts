// Members that are processes, as a command sees and holds those of a cluster.
import type { Members } from '../../../plugin/sight/members.ts'
import type { MemberSight, Sight } from '../../../plugin/sight/sight.ts'
import { alarmsIn } from '../../../etcd/member.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { podOf, sight } from '../status/seen.ts'

async function seen({ name, client }: MemberProcess): Promise<MemberSight> {
	const known = { name, pod: podOf(name, 'node-a'), claim: undefined, state: undefined }
	try {
		const status = await client.status()
		const confirmed = await client.confirm().then(
			() => true,
			() => false,
		)
		return {
			...known,
			silence: undefined,
			report: {
				id: status.memberId,
				leads: status.leader === status.memberId,
				hasLeader: status.leader !== undefined,
				isLearner: status.isLearner,
				version: status.version,
				storageVersion: status.storageVersion,
				term: status.term,
				applied: status.appliedIndex,
				committed: undefined,
				revision: status.revision,
				dbSize: Number(status.dbSize),
				dbInUse: Number(status.dbSizeInUse),
				quota: Number(status.quota),
				fsyncP99: undefined,
				leaderChanges: undefined,
				roundTripMs: 1,
				confirmed,
				alarms: alarmsIn(status.errors),
			},
		}
	} catch (reason) {
		return { ...known, report: undefined, silence: { kind: 'down', what: String(reason) } }
	}
}

export async function lookAt(processes: readonly MemberProcess[]): Promise<Sight> {
	const members = await Promise.all(processes.map(seen))
	const first = processes.find((_, at) => members[at]?.report?.confirmed)
	return sight(members, { listed: await first?.client.members() })
}

export async function membersOf(processes: readonly MemberProcess[]): Promise<Members> {
	const look = async (): Promise<Sight> => await lookAt(processes)
	const now = await look()
	const ids = new Map(now.members.map(({ name, report }) => [name, report?.id]))
	return {
		sight: now,
		look,
		open: (name) => {
			const process = processes.find((one) => one.name === name)
			return process && { name, id: ids.get(name) ?? '', client: process.client }
		},
	}
}
