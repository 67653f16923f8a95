// What a Job of ours is told, where it finds its secrets, and what it says at its end. Pure. Nothing of it is secret: secrets are files.
import { sourceOf, type sources, type storageTypes } from './schema/source.ts'
import type { Shape } from './schema/field.ts'

export type StorageType = (typeof storageTypes)[number]

/** Where a snapshot is, or where snapshots are. */
interface TaskPlace {
	readonly storageType: StorageType
	/** <bucket>/<key>, or a path on a volume. */
	readonly path: string
	readonly endpoint?: string
	readonly forcePathStyle?: boolean
	/** Where the volume is mounted. */
	readonly folder?: string
}

/** Where each secret is mounted, a file for each of its keys, and the volume. */
export const mounts = {
	store: '/secrets/store',
	client: '/secrets/client',
	key: '/secrets/key',
	volume: '/volume',
} as const

/** The variable that holds the task, as JSON. */
export const taskVariable = 'TASK'

export interface TakeTask {
	readonly backup: { readonly namespace: string; readonly name: string; readonly uid: string }
	readonly place: TaskPlace
	readonly endpoints: readonly string[]
	/** One of many: its name says when it was taken, and how many stay. */
	readonly timed: boolean
	readonly keep: number
	/** By the size of the database when it is 0. */
	readonly timeoutSeconds: number
	/** Which of the mounts are there. */
	readonly has: readonly (keyof typeof mounts)[]
}

/** What was taken, for the status of an EtcdBackup; numbers that may be large are texts. */
interface Taken {
	readonly object: string
	readonly location: string
	readonly bytes: number
	readonly sha256: string
	readonly revision: string
	readonly clusterId: string
	readonly member: string
	readonly etcdVersion: string
	readonly takenAt: string
	readonly verifiedAt: string
	readonly seconds: number
	/** How many are there now, and what was or was not removed. */
	readonly kept: number
	readonly removed: number
	/** What did not go as it should, without harm to what was taken. */
	readonly note?: string
}

/** A snapshot is brought to where a member's data will be, and proved on the way. */
export interface FetchTask {
	readonly place: TaskPlace
	/** A folder that nobody else writes to; whatever is in it is left from an earlier try. */
	readonly into: string
	/** Once it is there nothing is fetched any more; missing where a snapshot is only looked at. */
	readonly dataDir?: string
	/** Of what will be started on it. */
	readonly minor: string
	/** Where that is written, for people; spec.version when missing. */
	readonly versionField?: string
	/** Which of the mounts are there. */
	readonly has: readonly (keyof typeof mounts)[]
	/** As they are called, for people. */
	readonly secrets: { readonly store?: string; readonly key?: string }
}

/** What was made of a snapshot becomes the member's data. */
export interface SettleTask {
	readonly into: string
	readonly dataDir: string
}

/** An etcd that was made of a snapshot is asked what it holds. */
export interface DrillTask {
	readonly endpoint: string
	/** Where the snapshot was brought to. */
	readonly into: string
}

/** A person reads what is in a store, through a port of a pod. */
export interface ServeTask {
	readonly place: TaskPlace
	/** Which of the mounts are there. */
	readonly has: readonly (keyof typeof mounts)[]
	/** As they are called, for people. */
	readonly secrets: { readonly store?: string }
	/**
	 * The sum of the word that each request must have. Whoever may read pods sees this, and finds no word for it; the word itself is with
	 * whoever made the pod, and nowhere in Kubernetes. Who may run something in the pod has the secrets of the store anyway.
	 */
	readonly wordSha256: string
	readonly port: number
	/** It ends when nobody has asked for so long, and after so long in any case. */
	readonly idleSeconds: number
	readonly mostSeconds: number
}

/** Where it listens, on its own loopback; and how long. */
export const serving = { port: 8089, idleSeconds: 60, mostSeconds: 1800 } as const

/** The files in the folder of a restore. */
export const restoreFiles = { snapshot: 'snapshot.db', made: 'made', fetched: 'fetched.json' } as const

/** Holds what a first member is told; once it has run that names nobody, and nothing may be restored under its name again. */
export const toldVariable = 'INITIAL_CLUSTER'

/** What a snapshot was found to be; numbers that may be large are texts. */
export interface Fetched {
	readonly object: string
	readonly location: string
	readonly bytes: number
	readonly sha256: string
	/** Up to which it goes. */
	readonly revision: string
	/** The minor that wrote it, where that is known. */
	readonly minor?: string
	/** By its manifest, or by its name. */
	readonly takenAt?: string
	/** It has one. */
	readonly manifest: boolean
	/** What its member said that it held, by the manifest. */
	readonly held?: {
		readonly hash: number
		readonly revision: string
		readonly compacted: string
		readonly keys?: string
		readonly member: string
	}
}

/** What became of a drill in which nothing was found to be wrong. */
export interface Drilled {
	readonly object: string
	/** All of it was compared with what its member had said. */
	readonly proved: boolean
	readonly message: string
	readonly etcdVersion?: string
	readonly revision?: string
	readonly keys?: string
}

export type Said =
	| { readonly ok: true; readonly taken?: Taken; readonly fetched?: Fetched; readonly drilled?: Drilled }
	/** Lasting: the next attempt would fail as well. */
	| { readonly ok: false; readonly code: string; readonly message: string; readonly lasting: boolean }

/** A kubelet keeps four kibibytes of it. */
const longestMessage = 1500

export const sayingOf = (said: Said): string =>
	JSON.stringify(said.ok ? said : { ...said, message: said.message.slice(0, longestMessage) })

/** Nothing where it is none of ours, such as what is left of one that was killed. */
export function saidIn(text: string | undefined): Said | undefined {
	try {
		const said = JSON.parse(text ?? '') as Said
		return typeof said === 'object' && said !== null && typeof said.ok === 'boolean' ? said : undefined
	} catch {
		return undefined
	}
}

type Sources = Shape<typeof sources>

interface Chosen {
	readonly place: TaskPlace
	/** The Secret with its credentials; those of the surroundings without one. */
	readonly secret: string | undefined
	readonly claim: string | undefined
}

/** The one store that a spec which broke no rule names. */
export function placeIn(of: Sources, storageType: StorageType): Chosen {
	const source = of[sourceOf[storageType]]
	const { s3, abs, gcs, oss, pvc } = of
	const secrets = {
		S3: s3?.awsSecret,
		ABS: abs?.absSecret,
		GCS: gcs?.gcpSecret,
		OSS: oss?.ossSecret,
		PVC: undefined,
	}
	const endpoints = { S3: s3?.endpoint, OSS: oss?.endpoint, ABS: undefined, GCS: undefined, PVC: undefined }
	const endpoint = endpoints[storageType]
	return {
		place: {
			storageType,
			path: source?.path ?? '',
			...(endpoint && { endpoint }),
			...(storageType === 'S3' && s3?.forcePathStyle && { forcePathStyle: true }),
			...(storageType === 'PVC' && { folder: mounts.volume }),
		},
		secret: secrets[storageType] || undefined,
		claim: storageType === 'PVC' ? pvc?.claimName : undefined,
	}
}
