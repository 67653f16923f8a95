// The next step towards another version, or why it must not begin. Pure.
import { conditionOf } from '../cluster.ts'
import { annotations } from '../../api/names.ts'
import type { Releases } from '../../api/releases.ts'
import { goesBack, mayRun } from '../../api/running.ts'
import { minorOf, minorsBetween, parseVersion, sameVersion, versionText } from '../../api/version.ts'
import type { Asked } from '../change/alter.ts'
import { degraded, isBorn } from '../change/members.ts'
import { refuseUnwell } from '../change/refuse.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Cluster } from '../target.ts'
import { pathBetween, type Hop } from './path.ts'
import { planLines } from './plan.ts'

export interface Upgrade {
	readonly to: string
	readonly allowDowngrade: boolean
	readonly releases: Releases
}

/** Each says of itself that another version is what mends it. */
const mended = [
	'NotDefragmented',
	'VersionDiffers',
	'CannotBeAsked',
	'CannotGoDown',
	'TooFar',
	'ImagePullBackOff',
	'ErrImagePull',
	'InvalidImageName',
	'CrashLoopBackOff',
	'ProgressDeadlineExceeded',
	'Invalid',
]

const heals = (cluster: Cluster, to: string): boolean =>
	goesBack(cluster, to) ||
	conditionOf(cluster, 'Invalid')?.status === 'True' ||
	mended.includes(degraded(cluster)?.reason ?? '')

/** From what the spec asks for where nobody has moved yet, else from the highest that a member may run. */
function runningOf(cluster: Cluster): string | undefined {
	const highest = mayRun(cluster).at(-1)
	return highest && versionText(highest)
}

function hopsOf(cluster: Cluster, { to, releases }: Upgrade): readonly Hop[] {
	const from = runningOf(cluster)
	if (from === undefined || !isBorn(cluster)) return [{ from: from ?? 'nothing', to }]
	// Half way somewhere else there is only on or back, which the rules judge as it was written.
	if (cluster.status?.targetVersion) return [{ from, to }]
	const hops = pathBetween(from, to, releases)
	return hops.length > 0 ? hops : [{ from, to }]
}

export function upgrading(cluster: Cluster, upgrade: Upgrade): Asked {
	const { to: wanted, allowDowngrade, releases } = upgrade
	const { name } = cluster.metadata
	const hops = hopsOf(cluster, upgrade)
	const [hop] = hops
	const version = hop?.to ?? wanted
	const [from, to] = [parseVersion(hop?.from), parseVersion(version)]
	const isDown = from !== undefined && to !== undefined && minorsBetween(from, to) < 0
	const isThere = sameVersion(cluster.spec?.version, version)
	const back = goesBack(cluster, version)
	if (isDown && !allowDowngrade && !isThere && !back && isBorn(cluster))
		throw new Failure({
			what: `not going down: ${version} is below ${hop?.from}, which members run or were told to run`,
			why: `it is etcd’s own procedure, from 3.6 on and one minor at a time; the annotation ${annotations.allowDowngrade}: "${minorOf(to)}" permits it`,
			next: `kubectl etcd upgrade ${name} --to ${wanted} --allow-downgrade sets the annotation, too`,
			exit: exits.refused,
		})
	if (!isThere) refuseUnwell(cluster, 'upgrading', heals(cluster, version))
	return {
		verb: isDown ? 'on its way down' : 'upgraded',
		patch: {
			...(isDown &&
				allowDowngrade &&
				to && { metadata: { annotations: { [annotations.allowDowngrade]: minorOf(to) } } }),
			spec: { version: isThere ? cluster.spec?.version : version },
		},
		fields: [['spec', 'version']],
		lines: planLines({ cluster, hops, releases }),
		question: { to: `move ${name} from ${hop?.from} to ${version}` },
		reword: ({ field, message }) => (field === 'spec.version' ? `--to: ${message}` : `${field}: ${message}`),
	}
}
