// Which objects are followed, and whose pass each change starts.
import type { KubeApi } from '../kube/api.ts'
import { kinds, type Kind, type KubeObject } from '../kube/objects.ts'
import type { Claim, Pod } from '../kube/pod.ts'
import { follow, type Copy } from '../kube/watch.ts'
import type { Log } from '../runtime/log.ts'
import { clusterOf as backedUpBy, type StoredBackup } from './backups/newest.ts'
import type { Options } from './options.ts'
import { clusterOf as clusterOfRestore, type StoredRestore } from './restore/asked.ts'
import type { Rival } from './rival.ts'
import { isInScope } from './scope.ts'
import { explain } from './trouble.ts'
import { idOf, type Copies, type Key, type StoredCluster } from './world.ts'

const ownLabel = 'etcd_cluster'

const clusterOf = ({ metadata }: KubeObject): Key | undefined => {
	const name = metadata.labels?.[ownLabel]
	return name === undefined ? undefined : { namespace: metadata.namespace ?? '', name }
}

export interface WatchedAll {
	readonly copies: Copies
	readonly synced: Promise<void>
	keys(): readonly Key[]
	restoreKeys(): readonly Key[]
	/** In somebody else's scope. */
	isForeign(key: Key): boolean
	notReadyBecause(): string | undefined
}

/** Whoever ended before these has no pods any more. */
const mostEnded = 1000

/** Silence of the API server for longer than this is worth a complaint. */
const tooStaleMs = 120_000

interface Watcher {
	readonly options: Options
	readonly log: Log
	readonly rival: Rival
	readonly changed: (key: Key) => void
	readonly backupChanged: (backup: StoredBackup) => void
	readonly restoreChanged: (key: Key) => void
}

export function watchAll(
	api: KubeApi,
	{ options, log, rival, changed, backupChanged, restoreChanged }: Watcher,
	stop: AbortSignal,
): WatchedAll {
	const { namespace } = options
	const complaints = new Map<string, string>()
	/** Once for each thing that can go wrong, and again when it is another. */
	const failed =
		(kind: Kind) =>
		(reason: unknown): void => {
			const because = explain(reason)
			if (complaints.get(kind.plural) === because) return
			complaints.set(kind.plural, because)
			log.warn({ kind: kind.plural, because }, 'not watched')
		}
	let isSynced = false
	const all: Pick<Copy<KubeObject>, 'synced' | 'staleSince'>[] = []
	function watch<T extends KubeObject>(
		kind: Kind,
		keyOf: (object: T) => Key | undefined,
		selector?: string,
		heard: (before: T | undefined, after: T | undefined) => void = () => {},
	): Copy<T> {
		const copy = follow<T>(
			api,
			{
				kind,
				namespace,
				...(selector !== undefined && { selector }),
				groupOf(object) {
					const key = keyOf(object)
					return key && idOf(key)
				},
				failed: failed(kind),
				changed(before, after) {
					heard(before, after)
					// A pod that lost our label was somebody's before.
					for (const object of [before, after]) {
						const key = object && keyOf(object)
						if (key) changed(key)
					}
				},
			},
			stop,
		)
		// Clusters do not wait for what is only told of them.
		if (kind !== kinds.backup) all.push(copy)
		return copy
	}
	const labelled = `labelSelector=${ownLabel}`
	const isOurs = ({ metadata }: StoredCluster): boolean => isInScope(metadata.annotations, options)
	const ended = new Set<string>()
	const every = watch<StoredCluster>(
		kinds.cluster,
		({ metadata }) => ({ namespace: metadata.namespace ?? '', name: metadata.name }),
		undefined,
		(before, after) => {
			const uid = before?.metadata.uid
			if (uid === undefined || uid === after?.metadata.uid) return
			ended.add(uid)
			const [oldest = ''] = ended
			if (ended.size > mostEnded) ended.delete(oldest)
		},
	)
	const clusters: Copy<StoredCluster> = {
		...every,
		get synced() {
			return every.synced
		},
		get(at, name) {
			const found = every.get(at, name)
			return found && isOurs(found) ? found : undefined
		},
	}
	const isForeign = ({ namespace: at, name }: Key): boolean => {
		const found = every.get(at, name)
		return found !== undefined && !isOurs(found)
	}
	// Nobody waits for it: where its kind is not installed, clusters are looked after all the same.
	const restores = follow<StoredRestore>(
		api,
		{
			kind: kinds.restore,
			namespace,
			groupOf: ({ metadata, spec }) =>
				idOf({ namespace: metadata.namespace ?? '', name: spec?.etcdCluster?.name ?? '' }),
			failed: failed(kinds.restore),
			changed(_, after) {
				if (after === undefined) return
				const { namespace: at = '', name } = after.metadata
				restoreChanged({ namespace: at, name })
				const cluster = clusterOfRestore(after)
				if (cluster !== undefined) changed({ namespace: at, name: cluster })
			},
		},
		stop,
	)
	const copies: Copies = {
		clusters,
		ended,
		pods: watch<Pod>(kinds.pod, clusterOf, labelled),
		claims: watch<Claim>(kinds.claim, clusterOf, labelled),
		services: watch(kinds.service, clusterOf, labelled),
		budgets: watch(kinds.budget, clusterOf, labelled),
		policies: watch(kinds.networkPolicy, clusterOf, labelled),
		backups: watch<StoredBackup>(kinds.backup, backedUpBy, undefined, (before, after) => {
			const backup = after ?? before
			if (backup) backupChanged(backup)
		}),
		restores,
	}
	const locks = follow<KubeObject>(
		api,
		{
			kind: kinds.endpoints,
			namespace,
			selector: `fieldSelector=${encodeURIComponent('metadata.name=etcd-operator')}`,
			failed: failed(kinds.endpoints),
			changed(before, after) {
				if (after) rival.saw(after)
				else if (before) rival.gone(before.metadata.namespace ?? '')
			},
		},
		stop,
	)
	all.push(locks)
	async function everythingListed(): Promise<void> {
		await Promise.all(all.map(async (copy) => await copy.synced))
		isSynced = true
	}
	function keys(): readonly Key[] {
		return [...every.all()]
			.filter(isOurs)
			.map(({ metadata }) => ({ namespace: metadata.namespace ?? '', name: metadata.name }))
	}
	return {
		copies,
		restoreKeys: () =>
			[...restores.all()].map(({ metadata }) => ({
				namespace: metadata.namespace ?? '',
				name: metadata.name,
			})),
		isForeign,
		keys,
		synced: everythingListed(),
		notReadyBecause() {
			if (!isSynced) return [...complaints.values()][0] ?? 'the objects are not listed yet'
			const since = all.map((copy) => copy.staleSince()).filter((at) => at !== undefined)
			if (since.length === 0 || performance.now() - Math.min(...since) < tooStaleMs) return undefined
			return 'the API server has not been heard for two minutes'
		},
	}
}
