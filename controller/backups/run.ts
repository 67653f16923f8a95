// EtcdBackups beside clusters: what is followed for them, and a queue of their own, so that neither waits for the other.
import type { Registry } from 'prom-client'
import { annotations } from '../../api/names.ts'
import { kubeClient } from '../../kube/client.ts'
import type { KubeApi } from '../../kube/api.ts'
import { kinds, type Kind, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { follow, type Copy } from '../../kube/watch.ts'
import type { Log } from '../../runtime/log.ts'
import type { Options } from '../options.ts'
import type { OwnImage } from '../own-image.ts'
import { Queue } from '../queue.ts'
import { Rival } from '../rival.ts'
import { isInScope } from '../scope.ts'
import type { Teller } from '../tell.ts'
import { explain, isPatience } from '../trouble.ts'
import { idOf, type Copies, type Key } from '../world.ts'
import { backupMetrics } from './metrics.ts'
import { passBackup } from './pass.ts'
import type { Job } from './runs.ts'

interface Around {
	readonly options: Options
	readonly log: Log
	readonly registry: Registry
	readonly tell: Teller
	readonly clusters: Copies['clusters']
	readonly backups: Copies['backups']
	readonly ownImage: OwnImage
	readonly term: () => string | undefined
	readonly actIn: (term: string) => () => void
	readonly now: () => number
}

interface Backups {
	readonly synced: Promise<unknown>
	leads(held: boolean): void
	open(): void
	shut(): void
	/** Something about one changed. */
	changed(backup: KubeObject): void
}

const oldLock = 'etcd-backup-operator'

const keyOf = ({ metadata: { namespace = '', name } }: KubeObject): Key => ({ namespace, name })
const ownerOf = ({ metadata: { namespace = '', annotations: notes } }: KubeObject): Key | undefined => {
	const name = notes?.[annotations.backup]
	return name === undefined ? undefined : { namespace, name }
}

export function startBackups(api: KubeApi, around: Around, stop: AbortSignal): Backups {
	const { options, log, registry, tell, clusters, backups, ownImage, term, actIn, now } = around
	const { namespace } = options
	const metrics = backupMetrics(registry)
	const rival = new Rival(now, Date.now, oldLock)

	function watch<T extends KubeObject>(
		kind: Kind,
		of: (object: T) => Key | undefined,
		selector?: string,
	): Copy<T> {
		return follow<T>(
			api,
			{
				kind,
				namespace,
				...(selector !== undefined && { selector }),
				groupOf(object) {
					const key = of(object)
					return key && idOf(key)
				},
				failed: (reason) => log.warn({ kind: kind.plural, because: explain(reason) }, 'not watched'),
				changed(before, after) {
					for (const object of [before, after]) {
						const key = object && of(object)
						if (key) queue.add(key)
					}
				},
			},
			stop,
		)
	}

	const queue = new Queue<Key>({
		idOf,
		async run(key) {
			const leading = term()
			const stored = copies.backups.get(key.namespace, key.name)
			if (leading === undefined || (stored && !isInScope(stored.metadata.annotations, options))) {
				metrics.gone(key)
				return 'never'
			}
			const kube = kubeClient(api, actIn(leading))
			const heldBecause = (): string | undefined => rival.because()?.message
			return await passBackup(
				{
					kube,
					copies: { ...copies, clusters },
					log,
					tell,
					metrics,
					image: await ownImage.need(),
					heldBecause,
				},
				key,
			)
		},
		failed(key, reason) {
			if (!isPatience(reason)) log.info({ ...key, because: explain(reason) }, 'pass over a backup failed')
		},
		workers: 16,
		resyncMs: options.resyncMs,
	})
	const labelled = `labelSelector=${encodeURIComponent(annotations.backup)}`
	const copies = {
		backups,
		jobs: watch<Job>(kinds.job, ownerOf, labelled),
		pods: watch<Pod>(kinds.pod, ownerOf, labelled),
	}
	const locks = follow<KubeObject>(
		api,
		{
			kind: kinds.endpoints,
			namespace,
			selector: `fieldSelector=${encodeURIComponent(`metadata.name=${oldLock}`)}`,
			failed: (reason) => log.debug({ because: explain(reason) }, 'lock not watched'),
			changed(before, after) {
				if (after) rival.saw(after)
				else if (before) rival.gone(before.metadata.namespace ?? '')
			},
		},
		stop,
	)
	return {
		synced: Promise.all([...Object.values(copies), locks].map(async (copy) => await copy.synced)),
		leads(held) {
			if (!held) metrics.forget()
			else for (const backup of copies.backups.all()) queue.add(keyOf(backup))
		},
		open: () => queue.open(),
		shut: () => queue.shut(),
		changed: (backup) => queue.add(keyOf(backup)),
	}
}
