// As whom else one asks: the headers that say so. Pure.
import type { User } from './kubeconfig.ts'

const legal = /[A-Za-z0-9!#$&'*+.^_`|~-]/

/** A header's name may hold few characters; any other byte is written %XX, and so is the percent sign. */
const escaped = (key: string): string =>
	[...new TextEncoder().encode(key)]
		.map((byte) => {
			const character = String.fromCodePoint(byte)
			return legal.test(character) ? character : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
		})
		.join('')

export function impersonation(user: User): readonly (readonly [name: string, value: string])[] {
	if (!user.as) return []
	return [
		['Impersonate-User', user.as],
		...(user['as-uid'] ? [['Impersonate-Uid', user['as-uid']] as const] : []),
		...(user['as-groups'] ?? []).map((group) => ['Impersonate-Group', group] as const),
		...Object.entries(user['as-user-extra'] ?? {}).flatMap(([key, values]) =>
			values.map((value) => [`Impersonate-Extra-${escaped(key)}`, value] as const),
		),
	]
}
