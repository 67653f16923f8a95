// The flags that say how a store is reached. Pure. They name Secrets and never hold what is in them.
import type { Option } from '../command.ts'
import { Failure } from '../failure.ts'
import type { Flags } from '../line/flags.ts'
import type { Access, Place } from './url.ts'

export const reachingStores: readonly Option[] = [
	{
		name: 'secret',
		value: 'NAME',
		describe: 'the Secret with the store’s credentials; else the surroundings’',
	},
	{ name: 'endpoint', value: 'URL', describe: 'the address of a store other than AWS, or of OSS’ region' },
	{ name: 'path-style', describe: 'put the bucket into the path, as MinIO has it' },
	{ name: 'key-secret', value: 'NAME', describe: 'the Secret with 32 bytes under key, for encrypted ones' },
]

export const storeFlags: readonly string[] = reachingStores.map(({ name }) => name)

const address = /^(https?:\/\/)?(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]+)(:\d{1,5})?(\/[^\s?#]*)?$/

/** Refuses what the kind of store does not have. */
export function accessOf(flags: Flags, { storageType }: Pick<Place, 'storageType'>): Access {
	const [secret, endpoint, pathStyle] = [
		flags.text('secret'),
		flags.text('endpoint'),
		flags.truth('path-style'),
	]
	if (secret !== undefined && storageType === 'PVC')
		throw new Failure('--secret: a volume has no credentials; leave it out with pvc://')
	if (endpoint !== undefined && storageType !== 'S3' && storageType !== 'OSS')
		throw new Failure('--endpoint: only s3:// and oss:// have one; leave it out')
	if (endpoint !== undefined && !address.test(endpoint))
		throw new Failure(
			'--endpoint: that is no address of a store; write one such as https://host or http://host:9000',
		)
	if (pathStyle !== undefined && storageType !== 'S3')
		throw new Failure('--path-style: only s3:// has it; leave it out')
	for (const name of ['secret', 'key-secret'])
		if (flags.text(name) === '') throw new Failure(`--${name}: is empty; write the name of a Secret`)
	return { secret, endpoint, pathStyle }
}

export const encryptionOf = (flags: Flags): { readonly encryption?: { readonly keySecret: string } } => {
	const keySecret = flags.text('key-secret')
	return keySecret === undefined ? {} : { encryption: { keySecret } }
}
