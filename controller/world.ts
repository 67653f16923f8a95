// What a pass may use. Made once in main.ts and passed on; there is nothing global.
import type { Releases } from '../api/releases.ts'
import type { Kube } from '../kube/client.ts'
import type { KubeObject } from '../kube/objects.ts'
import type { Claim, Pod } from '../kube/pod.ts'
import type { Copy } from '../kube/watch.ts'
import type { Log } from '../runtime/log.ts'
import type { StoredBackup } from './backups/newest.ts'
import type { Memory } from './memory.ts'
import type { Options } from './options.ts'
import type { OwnImage } from './own-image.ts'
import type { StoredRestore } from './restore/asked.ts'

export interface StoredCluster extends KubeObject {
	readonly spec?: unknown
	readonly status?: object
}

export interface Copies {
	readonly clusters: Copy<StoredCluster>
	/** UIDs of clusters of whose end we were told, the latest of them. */
	readonly ended: ReadonlySet<string>
	readonly pods: Copy<Pod>
	readonly claims: Copy<Claim>
	readonly services: Copy<KubeObject>
	readonly budgets: Copy<KubeObject>
	readonly policies: Copy<KubeObject>
	/** By the cluster that they are of. */
	readonly backups: Copy<StoredBackup>
	readonly restores: Copy<StoredRestore>
}

export interface World {
	readonly kube: Kube
	readonly copies: Copies
	readonly memory: Memory
	readonly options: Options
	readonly releases: Releases
	readonly log: Log
	/** Throws when another controller may be acting: asked before every single write, to Kubernetes and to etcd. */
	readonly mayAct: () => void
	/** Why no cluster may be touched at all, such as another operator that runs. */
	readonly heldBecause: () => { readonly reason: string; readonly message: string } | undefined
	readonly ownImage: OwnImage
	readonly randomName: (cluster: string) => string
}

export interface Key {
	readonly namespace: string
	readonly name: string
}

/** One text for each cluster, by which copies and memories are found. */
export const idOf = ({ namespace, name }: Key): string => `${namespace}/${name}`
