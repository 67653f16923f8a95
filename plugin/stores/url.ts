// Where snapshots are, as a URL: what people write and read in place of a store's fields. Pure. Every storageType in small letters is a
// scheme; Google's own tools say gs. Azure has none of its own: its addresses name an account, which is the secret's business here.
import { sourceOf, type storageTypes } from '../../api/schema/source.ts'
import type { Snapshot } from '../../api/schema/cluster.ts'
import { Failure } from '../failure.ts'

type StorageType = (typeof storageTypes)[number]

/** One store and the place in it, as specs have them. */
export type Source = Omit<Snapshot, 'encryption'>

export interface Place {
	readonly storageType: StorageType
	/** Or container, or claim. */
	readonly bucket: string
	/** An object, or the beginning of names; one that is empty or ends with a slash is a folder. */
	readonly key: string
}

const types: Readonly<Record<string, StorageType>> = {
	s3: 'S3',
	gs: 'GCS',
	gcs: 'GCS',
	abs: 'ABS',
	oss: 'OSS',
	pvc: 'PVC',
}
const schemes = { S3: 's3', GCS: 'gs', ABS: 'abs', OSS: 'oss', PVC: 'pvc' } as const

const write =
	'write s3://BUCKET/KEY, gs://BUCKET/KEY, abs://CONTAINER/KEY, oss://BUCKET/KEY or pvc://CLAIM/PATH'

export const isUrl = (text: string): boolean => text.includes('://')

export const isFolder = ({ key }: Place): boolean => key === '' || key.endsWith('/')

/** People paste what a browser shows. */
function insteadOf(text: string): string {
	const [, container, key] = /^https:\/\/[^/]+\.blob\.[^/]+\/([^/?]+)\/([^?]+)/i.exec(text) ?? []
	if (container !== undefined)
		return `write abs://${container}/${key}; the account is in the Secret that --secret names`
	return /^https?:/i.test(text) ? `${write}; the address of a store goes to --endpoint` : write
}

/** What a browser is given may be signed, behind its question mark. */
const unsigned = (text: string): string => text.replace(/\?.*$/s, '?…')

/** `flag` is where it was written. What may hold a password is not said again. */
export function placeAt(text: string, flag: string): Place {
	const [, scheme = '', bucket = '', slash = '', key = ''] =
		/^([^:/]*):\/\/([^/]*)(\/?)(.*)$/s.exec(text) ?? []
	const storageType = Object.hasOwn(types, scheme.toLowerCase()) ? types[scheme.toLowerCase()] : undefined
	if (bucket.includes('@') || /^[^/]*@/.test(text))
		throw new Failure(
			`${flag}: credentials do not belong into a URL; write the name of a Secret that has them as --secret`,
		)
	if (storageType === undefined)
		throw new Failure(`${flag}: "${unsigned(text)}" is no place for snapshots; ${insteadOf(text)}`)
	const wrong = (what: string): Failure => new Failure(`${flag}: "${text}" ${what}`)
	const isPvc = storageType === 'PVC'
	const called = isPvc ? 'claim' : storageType === 'ABS' ? 'container' : 'bucket'
	if (bucket.includes(':'))
		throw wrong(`has an address where the ${called} is; write that as --endpoint, and ${scheme}://BUCKET/KEY`)
	if (!(isPvc ? /^[a-z0-9]([-a-z0-9.]*[a-z0-9])?$/ : /^[A-Za-z0-9$][-A-Za-z0-9._]*$/).test(bucket))
		throw wrong(`names no ${called}; write ${scheme}://${called.toUpperCase()}/${isPvc ? 'PATH' : 'KEY'}`)
	if (slash === '')
		throw wrong(
			`has no ${isPvc ? 'path' : 'key'}; write ${text}/KEY, or ${text}/ for one of the EtcdBackup’s name`,
		)
	const parts = key.replace(/\/$/, '').split('/')
	if (key !== '' && parts.some((part) => part === '' || part === '.' || part === '..'))
		throw wrong('has a part that is empty, . or ..; write it without')
	return { storageType, bucket, key }
}

/** In a folder it is called so. */
export const inside = (place: Place, name: string): Place =>
	isFolder(place) ? { ...place, key: `${place.key}${name}` } : place

export const urlOf = ({ storageType, bucket, key }: Place): string =>
	`${schemes[storageType]}://${bucket}/${key}`

export interface Access {
	readonly secret: string | undefined
	readonly endpoint: string | undefined
	readonly pathStyle: boolean | undefined
}

/** Only what is said. */
export function sourceAt(
	{ storageType, bucket, key }: Place,
	{ secret, endpoint, pathStyle }: Access,
): Source {
	const path = `${bucket}/${key}`
	const at = endpoint === undefined ? {} : { endpoint }
	const style = pathStyle === undefined ? {} : { forcePathStyle: pathStyle }
	switch (storageType) {
		case 'S3':
			return { storageType, s3: { path, ...(secret && { awsSecret: secret }), ...at, ...style } }
		case 'ABS':
			return { storageType, abs: { path, ...(secret && { absSecret: secret }) } }
		case 'GCS':
			return { storageType, gcs: { path, ...(secret && { gcpSecret: secret }) } }
		case 'OSS':
			return { storageType, oss: { path, ...(secret && { ossSecret: secret }), ...at } }
		case 'PVC':
			return { storageType, pvc: { claimName: bucket, path: key } }
	}
}

/** Nothing where a spec names no store, as old ones may. */
export function placeIn(source: Source): Place | undefined {
	const { storageType } = source
	if (storageType === undefined || !Object.hasOwn(sourceOf, storageType)) return undefined
	const { path = '' } = source[sourceOf[storageType]] ?? {}
	if (storageType === 'PVC') return { storageType, bucket: source.pvc?.claimName ?? '', key: path }
	const [bucket = '', ...rest] = path.split('/')
	return { storageType, bucket, key: rest.join('/') }
}
