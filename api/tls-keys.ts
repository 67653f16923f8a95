// Under which keys a TLS secret keeps what, and what is read there. coreos has keys of its own for each role; cert-manager has the
// same ones for all. Pure.
import type { TlsRole } from './names.ts'

export type Role = TlsRole

/** PEM texts. */
export interface Pair {
	readonly certificate: string
	readonly key: string
	readonly authorities: string
}

/** The keys under which a secret keeps them. */
export type Keys = Pair

const prefixes: Readonly<Record<Role, string>> = { peer: 'peer', server: 'server', client: 'etcd-client' }
const certManager: Keys = { certificate: 'tls.crt', key: 'tls.key', authorities: 'ca.crt' }

const coreosOf = (role: Role): Keys => ({
	certificate: `${prefixes[role]}.crt`,
	key: `${prefixes[role]}.key`,
	authorities: `${prefixes[role]}-ca.crt`,
})

/** Under which we keep what members are given, and under which they find it as files. */
export const keptKeysOf = (role: Role): Keys => ({
	certificate: `${role}.crt`,
	key: `${role}.key`,
	authorities: `${role}-ca.crt`,
})

const parts = ['certificate', 'key', 'authorities'] as const
type Part = (typeof parts)[number]

const holds: Readonly<Record<Part, string>> = {
	certificate: 'the certificate, and after it those between it and its authority',
	key: 'the private key of the certificate',
	authorities: 'the certificates of the authorities to trust',
}

const kinds: Readonly<Record<Part, string>> = {
	certificate: 'a certificate',
	key: 'a private key',
	authorities: 'a certificate',
}

const labels: Readonly<Record<Part, RegExp>> = {
	certificate: /-----BEGIN CERTIFICATE-----/,
	key: /-----BEGIN ([A-Z0-9]+ )*PRIVATE KEY-----/,
	authorities: /-----BEGIN CERTIFICATE-----/,
}

export type Data = Readonly<Record<string, string>>

const listOf = ({ certificate, key, authorities }: Keys): string =>
	`${certificate}, ${key} and ${authorities}`

const decoded = (base64 = ''): string => Buffer.from(base64, 'base64').toString()

/** Node skips whatever it does not know, and so would read something else. */
const isBase64 = (text: string): boolean =>
	Buffer.from(text, 'base64').toString('base64') === text.replace(/\s/g, '')

function absence(part: Part, data: Data, mine: Keys, others: Keys): string {
	const beside = parts.map((one) => mine[one]).find((key) => data[key] !== undefined)
	return data[others[part]] !== undefined && beside !== undefined
		? `has no key ${mine[part]}, and ${others[part]} is not read beside ${beside}`
		: `has no key ${mine[part]} (nor ${others[part]})`
}

function fault(part: Part, data: Data, mine: Keys, others: Keys): string | undefined {
	const key = mine[part]
	const encoded = data[key]
	const instead = `put ${holds[part]} there, as PEM`
	if (encoded === undefined) return `${absence(part, data, mine, others)}: ${instead}`
	if (!isBase64(encoded)) return `has in ${key} what is not base64: ${instead}, encoded once`
	const text = decoded(encoded)
	if (text.trim() === '') return `has nothing in ${key}: ${instead}`
	return labels[part].test(text) ? undefined : `has in ${key} no PEM of ${kinds[part]}: ${instead}`
}

/** What is there, or why not. */
export function readKeys(role: Role, data: Data | undefined): { keys: Keys; texts: Pair } | string {
	const coreos = coreosOf(role)
	if (data === undefined)
		return `does not exist: create it with ${listOf(coreos)}, or with ${listOf(certManager)}`
	const has = (keys: Keys) => parts.some((part) => data[keys[part]] !== undefined)
	const [keys, others] = !has(coreos) && has(certManager) ? [certManager, coreos] : [coreos, certManager]
	for (const part of parts) {
		const because = fault(part, data, keys, others)
		if (because !== undefined) return because
	}
	const text = (part: Part) => decoded(data[keys[part]])
	return {
		keys,
		texts: { certificate: text('certificate'), key: text('key'), authorities: text('authorities') },
	}
}
