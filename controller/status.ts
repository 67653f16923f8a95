// What is said of a cluster, from what was seen and what is planned. Pure.
import { setCondition, type News } from '../api/conditions.ts'
import { clusterLabels, serviceNames } from './place.ts'
import type { ClusterStatus } from '../api/schema/cluster.ts'
import { ports } from '../api/names.ts'
import { compareVersions, parseVersion, versionText } from '../api/version.ts'
import type { MemberSeen, Observed, TlsSeen } from './observed.ts'
import { claimOf, isHealthy, latchOf, mine, plannedNames, reportOf } from './rules/facts.ts'
import { alarmed, notDefragmented } from './status/alarms.ts'
import { available, isFound, silence, unheardAs } from './status/available.ts'
import { saysAnother } from './rules/roll.ts'
import { quotaOf } from './rules/space.ts'
import { leastSize, notGrown, stillGrowing } from './rules/volumes.ts'
import { recoveryNews } from './status/recovering.ts'
import { isRecovering } from './rules/recover.ts'
import { late, upgrading, versionsDiffer } from './status/upgrading.ts'
import { timeText } from './time-text.ts'
import type { Plan } from './step.ts'

function scaling({ members, wanted, status }: Observed): News {
	const size = members.fresh ? mine(members).length : (status.size ?? 0)
	const wants = wanted?.size ?? size
	const joining = members.fresh && mine(members).some(({ isLearner }) => isLearner)
	if (size === wants && !joining) return { type: 'Scaling', status: 'False', reason: 'Settled', message: '' }
	const up = size < wants || joining
	return {
		type: 'Scaling',
		status: 'True',
		reason: up ? 'Scaling up' : 'Scaling down',
		message: `Current cluster size: ${size}, desired cluster size: ${wants}`,
	}
}

/** It has said its name, and Kubernetes has not said its address yet. */
const isNew = ({ isLearner, silentMs }: MemberSeen): boolean => isLearner && silentMs < 10_000

/** What is not as it should be, worst first. */
function troubles(
	seen: Observed,
	plan: Plan,
): readonly { readonly reason: string; readonly message: string }[] {
	const { members, pods, strangers, claims, status, blocked, drifted, objectsRefused } = seen
	const all = members.fresh ? members.all : []
	const silent = status.clusterID && plan.do !== 'halt' ? unheardAs(seen) : undefined
	const listed = new Set(all.map(({ name }) => name))
	const volumes = notGrown(seen)
	return [
		...(plan.do === 'halt' ? [{ reason: plan.reason, message: plan.why }] : []),
		...(silent ? [{ reason: silent, message: silence(seen, plan) }] : []),
		...alarmed(seen, plan),
		...(plan.rule === 'memberLost' ? [{ reason: 'MemberLost', message: plan.why }] : []),
		...(seen.tls?.troubles ?? []),
		...blocked.map((message) => ({ reason: 'NameTaken', message: `${message}; it is left alone` })),
		...(objectsRefused === undefined || drifted.length === 0
			? []
			: [{ reason: 'ObjectsRefused', message: `${drifted.join(', ')}: ${objectsRefused}` }]),
		...(volumes === undefined ? [] : [{ reason: 'VolumeNotGrown', message: volumes }]),
		...pods.flatMap(({ name, trouble, claimName }) => {
			if (trouble === undefined) return []
			const claim = claims.find((one) => one.name === claimName && !one.bound)
			const named = claim?.storageClass ? `StorageClass "${claim.storageClass}"` : 'default StorageClass'
			const waits = claim ? ` (its claim is not bound: is there a ${named}?)` : ''
			return [{ reason: trouble.reason, message: `${name}: ${trouble.message || trouble.reason}${waits}` }]
		}),
		...all
			.filter((member) => !isHealthy(member) && member.started && !isNew(member))
			.map(({ name, id, health }) => ({
				reason: 'MemberSilent',
				message: `${name || id} does not answer: ${health.answers ? (health.because ?? '') : health.because}`,
			})),
		...all
			.filter(({ ours }) => !ours)
			.map(({ id, peerUrl }) => ({
				reason: 'ForeignMember',
				message: `member ${id} (${peerUrl}) was not made by us and is left alone; if it is a mistake: etcdctl member remove ${id}`,
			})),
		...(members.fresh ? saysAnother(seen, members) : [])
			// A process that is about to end still says what it was.
			.filter(({ name }) => pods.some((pod) => pod.name === name && pod.ready && !pod.withdrawn))
			.map(({ message }) => ({
				reason: 'VersionDiffers',
				message: `${message}; mend spec.repository or spec.version`,
			})),
		...notDefragmented(seen),
		...strangers.map((name) => ({
			reason: 'ForeignPod',
			message: `pod ${name} has our labels and is not ours; it is left alone, and should lose the label etcd_cluster`,
		})),
		...claims
			.filter(
				({ name, mayGo, deleting }) =>
					members.fresh && !!status.clusterID && !mayGo && !deleting && !listed.has(name),
			)
			.map(({ name }) => ({
				reason: 'VolumeKept',
				message: `claim ${name} belongs to no member and may hold something; delete it if nothing is missing`,
			})),
	]
}

function roleOf(seen: Observed, { name, started, isLearner, isLeader }: MemberSeen): string {
	if (!started && plannedNames(seen).includes(name)) return latchOf(seen, name)?.role ?? 'Joining'
	if (isLeader) return 'Leader'
	return isLearner ? 'Learner' : 'Voter'
}

function stateOf(seen: Observed, member: MemberSeen) {
	const { id, name, peerUrl, isLearner, health } = member
	const claim = claimOf(seen, name)
	const before = latchOf(seen, name)
	const at = seen.upkeep.defragmented.get(id)
	const gaveBack = at === undefined ? before?.defragmented : timeText(at)
	return {
		name,
		id,
		role: roleOf(seen, member),
		version: (health.answers && health.status?.version) || (before?.version ?? ''),
		ready: health.answers && (isLearner || health.confirmed),
		peerURL: peerUrl,
		...(gaveBack !== undefined && { defragmented: gaveBack }),
		// Once written it stays: a claim of the name with another UID is another volume.
		...(before?.claimUID
			? { claimName: before.claimName ?? name, claimUID: before.claimUID }
			: claim && { claimName: name, claimUID: claim.uid }),
	}
}

function memberStates(seen: Observed): ClusterStatus['memberStates'] {
	const { members, status } = seen
	if (!members.fresh || !(status.clusterID || isFound(seen)))
		return (status.memberStates ?? []).map((state) => ({ ...state, ready: false }))
	const listed = members.all.filter(({ ours }) => ours).map((member) => stateOf(seen, member))
	const names = new Set(listed.map(({ name }) => name))
	const planned = plannedNames(seen).filter((name) => !names.has(name))
	return [...listed, ...planned.map((name) => latchOf(seen, name) ?? { name, role: 'Joining' })]
}

function sizes(seen: Observed): Partial<ClusterStatus> {
	const { members, status } = seen
	const answering = members.fresh ? members.all.filter((member) => reportOf(member) !== undefined) : []
	const reports = answering.flatMap((member) => reportOf(member) ?? [])
	if (reports.length === 0) return {}
	const most = (values: readonly bigint[]): number =>
		Number(values.reduce((one, other) => (one > other ? one : other)))
	const next = {
		dbSize: most(reports.map(({ dbSize }) => dbSize)),
		dbSizeInUse: most(reports.map(({ dbSizeInUse }) => dbSizeInUse)),
		quota: Math.min(...answering.map((member) => quotaOf(seen, member))),
	}
	// Written only when it says something new: a database under load changes with every look.
	const near = (one: unknown, other: number): boolean =>
		typeof one === 'number' && Math.abs(one - other) <= Math.max(one, other) / 5
	return near(status.dbSize, next.dbSize) &&
		near(status.dbSizeInUse, next.dbSizeInUse) &&
		status.quota === next.quota
		? {}
		: next
}

const certificates = (tls: TlsSeen): NonNullable<ClusterStatus['certificates']> =>
	tls.certificates.map(({ role, secret, notAfter }) => ({
		role,
		secret,
		...(notAfter !== undefined && { notAfter: new Date(notAfter).toISOString() }),
	}))

export function statusOf(seen: Observed, plan: Plan, now: string, failure?: string): ClusterStatus {
	const { members, status, wanted, findings, generation, specIsGood } = seen
	const rolling = upgrading(seen, plan, now)
	const list = [...troubles(seen, plan), ...(rolling.reason === late ? [rolling] : [])]
	const [worst] = failure === undefined ? list : [{ reason: 'StepFailed', message: failure }, ...list]
	const [finding] = findings
	const news: News[] = [
		available(seen, plan),
		scaling(seen),
		rolling,
		worst
			? { type: 'Degraded', status: 'True', ...worst }
			: { type: 'Degraded', status: 'False', reason: 'Settled', message: stillGrowing(seen) },
		finding
			? {
					type: 'Invalid',
					status: 'True',
					reason: finding.rule,
					message: `${finding.field}: ${finding.message}`,
				}
			: { type: 'Invalid', status: 'False', reason: 'Valid', message: '' },
	]
	const recovery = recoveryNews(seen, plan)
	if (recovery) news.push(recovery)
	const volumeSize = leastSize(seen)
	const states = memberStates(seen) ?? []
	const inList = states.filter(({ id }) => id !== undefined)
	const ready = inList.filter((state) => state.ready)
	const { clients } = serviceNames(seen, wanted?.spec ?? seen.spec)
	const versions = inList
		.map(({ version }) => parseVersion(version || undefined))
		.filter((version) => version !== undefined)
	const [lowest] = versions.toSorted(compareVersions)
	return {
		...status,
		phase: phaseOf(seen),
		controlPaused: seen.paused,
		conditions: news.reduce((conditions, one) => setCondition(conditions, one, now), status.conditions ?? []),
		size: members.fresh ? members.all.length : (status.size ?? 0),
		serviceName: clients,
		clientPort: ports.client,
		members: {
			ready: seen.pods
				.filter((pod) => pod.ready)
				.map(({ name }) => name)
				.toSorted(),
			unready: seen.pods
				.filter((pod) => !pod.ready)
				.map(({ name }) => name)
				.toSorted(),
		},
		currentVersion: lowest ? versionText(lowest) : (status.currentVersion ?? ''),
		targetVersion: versionsDiffer(seen) || !members.fresh ? (status.targetVersion ?? '') : '',
		observedGeneration: generation,
		leader: members.fresh ? (members.all.find(({ isLeader }) => isLeader)?.name ?? '') : '',
		ready: `${ready.length}/${wanted?.size ?? inList.length}`,
		health: healthWord(seen, plan, worst !== undefined, rolling.status === 'True'),
		selector: Object.entries(clusterLabels(seen.name))
			.map(([key, value]) => `${key}=${value}`)
			.join(','),
		memberStates: states,
		...(volumeSize !== undefined && { volumeSize }),
		...sizes(seen),
		...(seen.tls && { certificates: certificates(seen.tls) }),
		...(seen.lastBackup && { lastBackup: seen.lastBackup }),
		...(specIsGood && { lastGoodSpec: seen.spec }),
	}
}

/** An operator of old that finds 'Creating' where it comes back gives the cluster up. */
function phaseOf(seen: Observed): string {
	const { status, wanted } = seen
	if (status.clusterID) return 'Running'
	return wanted === undefined || isFound(seen) ? (status.phase ?? '') : 'Creating'
}

function healthWord(seen: Observed, plan: Plan, troubled: boolean, rolls: boolean): string {
	const { members, status, wanted } = seen
	if (wanted === undefined) return 'Invalid'
	if (!status.clusterID && !isFound(seen)) return plan.do === 'halt' ? 'Stopped' : 'Creating'
	if (plan.do === 'halt') return 'Stopped'
	if (isRecovering(seen)) return 'Recovering'
	if (!members.fresh) return unheardAs(seen) ?? ''
	if (troubled) return 'Degraded'
	if (rolls) return 'Rolling'
	return mine(members).length === wanted.size && mine(members).every(({ isLearner }) => !isLearner)
		? 'Healthy'
		: 'Scaling'
}
