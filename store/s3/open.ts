// A bucket as a place and a secret of coreos' shape name it: credentials and region of the secret, or of the surroundings.
import type { Opened, Place, Secret, Surroundings } from '../open.ts'
import { authorityIn, bucketAndName, endpointIn } from '../place.ts'
import { s3Store } from '../s3.ts'
import { StoreError } from '../store.ts'
import { ambientKeys } from './ambient.ts'
import { keysIn, profilesIn } from './ini.ts'
import type { Keys } from './sign.ts'

interface Access {
	readonly keys: () => Promise<Keys>
	readonly region: string | undefined
}

function accessIn(secret: Secret, surroundings: Surroundings): Access {
	const { credentials, config } = secret
	const others = Object.keys(secret).filter((key) => key !== 'ca.crt' && key !== 'config')
	// With nothing that names an identity, AWS' own tools look around, and so did coreos' operator.
	if (others.length === 0) {
		const region = profilesIn(config ?? '').get('default')?.['region']
		return { keys: ambientKeys(surroundings), region }
	}
	const told = keysIn({
		...(credentials !== undefined && { credentials }),
		...(config !== undefined && { config }),
	})
	if (typeof told === 'string') throw new StoreError('stranger', `the secret ${told}`)
	const { accessKeyId, secretAccessKey, sessionToken, region } = told
	const keys = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
	return { keys: async () => await Promise.resolve(keys), region }
}

export function openS3(place: Place, secret: Secret, surroundings: Surroundings): Opened {
	const { bucket, name } = bucketAndName(place.path)
	const { keys, region } = accessIn(secret, surroundings)
	const { AWS_REGION: ambient, AWS_DEFAULT_REGION: older } = surroundings
	const store = s3Store({
		bucket,
		region: [region, ambient, older].find((one) => one !== undefined && one !== '') ?? 'us-east-1',
		endpoint: endpointIn(place.endpoint),
		forcePathStyle: place.forcePathStyle,
		keys,
		ca: authorityIn(secret),
	})
	return { store, name }
}
