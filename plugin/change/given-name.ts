// How an object is called that a command makes: as somebody says, or after its cluster and the moment, which people can read and which
// comes once. Pure.
import { Failure } from '../failure.ts'
import type { Flags } from '../line/flags.ts'

/** "orders-20260301-140211", in UTC. */
export function nameAt(cluster: string, at: number): string {
	const [day = '', time = ''] = new Date(at).toISOString().slice(0, 19).replaceAll(/[-:]/g, '').split('T')
	return `${cluster}-${day}-${time}`
}

/** --name; what can be none is said before anything is sent. */
export function givenName(flags: Flags, kind: string): string | undefined {
	const name = flags.text('name')
	if (name === undefined) return undefined
	if (name.length <= 253 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$/.test(name))
		return name
	throw new Failure(
		`--name: "${name}" cannot name an ${kind}; write small letters, digits and dashes, a letter or digit at both ends`,
	)
}
