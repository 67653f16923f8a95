// The table of members, and the same for programs. Pure.
import type { Look } from '../screen/look.ts'
import { table, type Column } from '../screen/table.ts'
import type { Sight } from '../sight/sight.ts'
import type { Row } from './rows.ts'

const none = '<none>'
const unknown = '<unknown>'

const yesNo = (value: boolean | undefined): string =>
	value === undefined ? unknown : value ? 'True' : 'False'

function columnsOf({ paint }: Look, isWide: boolean): readonly Column<Row>[] {
	const columns: readonly Column<Row>[] = [
		{ title: 'NAME', of: ({ name }) => name || none },
		{ title: 'ID', of: ({ id }) => id ?? unknown },
		{
			title: 'ROLE',
			of: ({ role, mark }) =>
				mark === undefined || mark === 'joining' ? role : paint.bad(`${role}, ${mark}`),
		},
		{ title: 'STARTED', of: ({ started }) => yesNo(started), dropped: 1 },
		{ title: 'POD', of: ({ pod, seen }) => pod ?? (seen.pods ? none : unknown) },
		{ title: 'CLAIM', of: ({ claim, seen }) => claim ?? (seen.claims ? none : unknown), dropped: 2 },
		{ title: 'PEER-URL', of: ({ peerUrl }) => peerUrl ?? unknown, dropped: 3 },
	]
	if (!isWide) return columns
	return [
		...columns,
		{ title: 'VERSION', of: ({ version }) => version ?? unknown },
		{ title: 'NODE', of: ({ node, seen }) => node ?? (seen.pods ? none : unknown) },
	]
}

export const drawn = (rows: readonly Row[], look: Look, isWide: boolean): readonly string[] =>
	table(rows, columnsOf(look, isWide), { width: isWide ? undefined : look.width, headers: true })

export function documentOf({ cluster, listed, at, notes }: Sight, rows: readonly Row[]) {
	const { name, namespace } = cluster.metadata
	return {
		apiVersion: 'cli.etcd.database.coreos.com/v1',
		kind: 'EtcdMembers',
		name,
		namespace,
		observedAt: new Date(at).toISOString(),
		clusterId: listed?.clusterId ?? cluster.status?.clusterID,
		/** Whether a quorum confirmed the list. */
		confirmed: listed !== undefined,
		members: rows.map(({ name: member, id, role, peerUrl, started, pod, claim, version, node, mark }) => ({
			name: member,
			memberId: id,
			role,
			mark,
			started,
			peerUrl,
			version,
			podPhase: pod,
			node,
			claimName: claim,
		})),
		notSeen: notes,
	}
}
