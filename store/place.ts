// What people write of a place, taken apart; what cannot be meant is said in one sentence.
import { StoreError } from './store.ts'

const wrong = (message: string): StoreError => new StoreError('other', message)

export interface Split {
	/** Or what the store calls it. */
	readonly bucket: string
	readonly name: string
}

/** <bucket>/<key>, as people have written it since 2018. */
export function bucketAndName(path: string, bucketIs = 'bucket'): Split {
	const [, bucket = '', name = ''] = /^([^/]+)\/(.+)$/s.exec(path) ?? []
	if (name === '' || name.startsWith('/'))
		throw wrong(`path "${path}" is not <${bucketIs}>/<key>: write the ${bucketIs}, a slash and the key`)
	if (name.split('/').some((part) => part === '.' || part === '..'))
		throw wrong(`path "${path}" has a part . or ..: write the key without it`)
	return { bucket, name }
}

/** Without a scheme it is https. */
export function endpointIn(endpoint: string | undefined): string | undefined {
	if (endpoint === undefined || endpoint === '') return undefined
	const text = endpoint.includes('://') ? endpoint : `https://${endpoint}`
	const url = URL.parse(text)
	if (url !== null && /^https?:$/.test(url.protocol) && url.search === '' && url.hash === '') return text
	throw wrong(
		`endpoint "${endpoint}" is no address of a store: write one as https://host or http://host:9000`,
	)
}

/** Of stores whose certificate no public authority has signed. */
export function authorityIn(secret: Readonly<Record<string, string>>): string | undefined {
	const ca = secret['ca.crt']
	if (ca === undefined || ca.includes('-----BEGIN CERTIFICATE-----')) return ca
	throw wrong(
		'the secret has no certificate in ca.crt: write the PEM of the authority that signed that of the store',
	)
}
