// What a cluster is when its spec does not say. Pure. Nothing here is in the schema: a default added there would change every
// stored cluster at once. What shapes a pod is written down at the cluster's birth and holds from then on.
import { releases, type Releases } from './releases.ts'
import type { EtcdCluster } from './types.ts'
import { parseVersion } from './version.ts'

/** coreos' own, for what it left without: its clusters were born so. */
const coreosVersion = '3.2.13'
const coreosRepository = 'quay.io/coreos/etcd'
const repository = 'gcr.io/etcd-development/etcd'

/** Where the image of a version is found today; the earliest are only where they were in their days. */
export function repositoryOf(version: string): string {
	const { major = 0, minor = 0 } = parseVersion(version) ?? {}
	return major === 3 && minor < 4 ? coreosRepository : repository
}

export interface Image {
	readonly version: string
	readonly repository: string
}

/** What is written into a new cluster: only what its maker left out. */
export function missingAtBirth(spec: EtcdCluster['spec'], known: Releases = releases): Partial<Image> {
	const version = spec?.version ?? known.forNewClusters
	return {
		...(spec?.version === undefined && { version }),
		...(spec?.repository === undefined && { repository: repositoryOf(version) }),
	}
}

/** The image that a cluster wants. Without a version it stays on what it runs; one that was never written down is coreos'. */
export function imageOf({ spec, status }: EtcdCluster): Image {
	const reported = status?.targetVersion || status?.currentVersion
	const version = spec?.version ?? (reported || status?.birth?.version || coreosVersion)
	return { version, repository: spec?.repository ?? status?.birth?.repository ?? repositoryOf(version) }
}
