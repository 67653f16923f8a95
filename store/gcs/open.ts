// A bucket of Cloud Storage as a place and a secret of coreos' shape name it.
import { gcsStore } from '../gcs.ts'
import { kept } from '../kept.ts'
import type { Opened, Place, Secret, Surroundings } from '../open.ts'
import { authorityIn, bucketAndName, endpointIn } from '../place.ts'
import { StoreError } from '../store.ts'
import { ambientToken } from './ambient.ts'
import { tokenBy } from './credentials.ts'

function tokenIn(secret: Secret, surroundings: Surroundings): () => Promise<string> {
	const { 'access-token': token, 'credentials.json': credentials } = secret
	if (credentials !== undefined) return kept(tokenBy(credentials, 'credentials.json of the secret'))
	if (token !== undefined) {
		if (/^\S+$/.test(token.trim())) return async () => await Promise.resolve(token.trim())
		throw new StoreError('stranger', 'the secret has no token in access-token: write it as one word')
	}
	if (Object.keys(secret).every((key) => key === 'ca.crt')) return kept(ambientToken(surroundings))
	throw new StoreError(
		'stranger',
		'the secret has no key credentials.json: write the JSON key of a service account there, or a token in access-token',
	)
}

export function openGcs(place: Place, secret: Secret, surroundings: Surroundings): Opened {
	const { bucket, name } = bucketAndName(place.path)
	const token = tokenIn(secret, surroundings)
	return {
		store: gcsStore({ bucket, endpoint: endpointIn(place.endpoint), token, ca: authorityIn(secret) }),
		name,
	}
}
