// Which store a place is, and what it is opened with. Each kind is loaded when it is first asked for.
import { StoreError, type Store } from './store.ts'

/** What is said openly of where snapshots live; nothing secret. */
export interface Place {
	readonly storageType: 'S3' | 'ABS' | 'GCS' | 'OSS' | 'PVC'
	/** <bucket>/<key>, or a path in the folder. */
	readonly path: string
	readonly endpoint?: string
	readonly forcePathStyle?: boolean
	/** Where the volume is mounted, for PVC. */
	readonly folder?: string
}

export interface Opened {
	readonly store: Store
	/** The name of the object in it, or the beginning of the names. */
	readonly name: string
}

export type Secret = Readonly<Record<string, string>>

export type Surroundings = Readonly<Record<string, string | undefined>>

type Open = (place: Place, secret: Secret) => Promise<Opened>

async function openFolder({ path, folder }: Place): Promise<Opened> {
	if (folder === undefined || folder === '')
		throw new StoreError('other', 'storageType PVC has no folder: say where the volume is mounted')
	const parts = path.split('/')
	if (parts.some((part) => part === '' || part === '.' || part === '..'))
		throw new StoreError('other', `path "${path}" is no path in the volume: write one as backups/orders`)
	const { fileStore } = await import('./file.ts')
	return { store: fileStore(folder), name: path }
}

const kinds: Readonly<Record<string, Open>> = {
	S3: async (place, secret) => (await import('./s3/open.ts')).openS3(place, secret, process.env),
	ABS: async (place, secret) => (await import('./azure/open.ts')).openAzure(place, secret, process.env),
	GCS: async (place, secret) => (await import('./gcs/open.ts')).openGcs(place, secret, process.env),
	OSS: async (place, secret) => (await import('./oss.ts')).openOss(place, secret),
	PVC: openFolder,
}

/** The secret's files by their names; without one the surroundings give credentials. */
export async function openStore(place: Place, secret: Secret | undefined): Promise<Opened> {
	const open = Object.hasOwn(kinds, place.storageType) ? kinds[place.storageType] : undefined
	if (open !== undefined) return await open(place, secret ?? {})
	const known = Object.keys(kinds).join(', ')
	throw new StoreError('other', `storageType "${place.storageType}" is none of ours: write one of ${known}`)
}
