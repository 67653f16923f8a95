// Our own copy of what members show and trust, as a secret holds it. Members are given this and not what somebody else writes: only
// what was looked at, and a new authority before anybody shows a certificate of it. Pure but for reading certificates.
import { annotations } from '../../api/names.ts'
import { printOf } from '../../runtime/pki/authorities.ts'
import { shortPrint } from '../../runtime/pki/blocks.ts'
import { keptKeysOf, type Pair, type Role } from '../../api/tls-keys.ts'

export interface Kept {
	readonly pairs: Readonly<Partial<Record<Role, Pair>>>
	/** Until when each authority stays trusted that is wanted no more, in milliseconds since 1970, by its print. */
	readonly until: Readonly<Record<string, number>>
	/** When clients were given another authority to trust for the last time, in milliseconds since 1970. */
	readonly told: number
}

const roles: readonly Role[] = ['peer', 'server', 'client']
const encoded = (text: string): string => Buffer.from(text).toString('base64')
const decoded = (text: string | undefined): string => Buffer.from(text ?? '', 'base64').toString()

export const dataOf = ({ pairs }: Kept): Readonly<Record<string, string>> =>
	Object.fromEntries(
		roles.flatMap((role) => {
			const pair = pairs[role]
			if (pair === undefined) return []
			const keys = keptKeysOf(role)
			return [
				[keys.certificate, encoded(pair.certificate)],
				[keys.key, encoded(pair.key)],
				[keys.authorities, encoded(pair.authorities)],
			]
		}),
	)

/** Under cert-manager's keys, as applications know them. */
export function clientsDataOf({ pairs: { client } }: Kept): Readonly<Record<string, string>> | undefined {
	if (client === undefined) return undefined
	const { certificate, key, authorities } = client
	return { 'tls.crt': encoded(certificate), 'tls.key': encoded(key), 'ca.crt': encoded(authorities) }
}

export const notesOf = ({ until, told }: Kept) => ({
	[annotations.trustedUntil]: JSON.stringify(until),
	...(told > 0 && { [annotations.clientsTold]: new Date(told).toISOString() }),
})

function timesIn(text: string | undefined): Readonly<Record<string, number>> {
	try {
		const value: unknown = JSON.parse(text ?? '{}')
		if (typeof value !== 'object' || value === null) return {}
		const times = Object.entries(value).filter(
			(entry): entry is [string, number] => typeof entry[1] === 'number',
		)
		return Object.fromEntries(times)
	} catch {
		return {}
	}
}

export function keptIn(
	data: Readonly<Record<string, string>> | undefined,
	notes: Readonly<Record<string, string>> | undefined,
): Kept {
	const pairs = roles.flatMap((role) => {
		const keys = keptKeysOf(role)
		const [certificate, key, authorities] = [keys.certificate, keys.key, keys.authorities].map((name) =>
			decoded(data?.[name]),
		)
		return certificate && key && authorities ? [[role, { certificate, key, authorities }] as const] : []
	})
	return {
		pairs: Object.fromEntries(pairs),
		until: timesIn(notes?.[annotations.trustedUntil]),
		told: Date.parse(notes?.[annotations.clientsTold] ?? '') || 0,
	}
}

/** Of all that a process reads only as it starts. */
export const trustOf = ({ pairs: { peer, server } }: Kept): string =>
	[peer, server].map((pair) => (pair ? printOf(pair.authorities) : '')).join('.')

/** Of all that it reads anew at each connection. */
export const leavesOf = ({ pairs: { peer, server } }: Kept): string =>
	shortPrint([peer, server].map((pair) => pair?.certificate ?? '').join('\n'))
