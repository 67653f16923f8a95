// The line that carries a plan out: what was written, without what made it a plan. Pure.
import type { Option } from '../command.ts'
import type { Flags } from '../line/flags.ts'
import type { Named } from '../target.ts'

const quoted = (word: string): string =>
	/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Which cluster of Kubernetes it is stays said, too; who somebody is does not. */
const elsewhere: readonly Option[] = ['context', 'cluster', 'server', 'kubeconfig'].map((name) => ({
	name,
	value: 'NAME',
	describe: '',
}))

export function lineOf(
	{ name, namespace }: Named,
	flags: Flags,
	options: readonly Option[],
	more: readonly string[] = [],
): string {
	const words = [...elsewhere, ...options]
		.filter((option) => flags.isGiven(option.name))
		.flatMap(({ name: flag, value }) =>
			value === undefined
				? flags.truth(flag) === true
					? [`--${flag}`]
					: []
				: flags.all(flag).flatMap((text) => [`--${flag}`, quoted(text)]),
		)
	return ['kubectl etcd restore', quoted(name), '-n', quoted(namespace), ...words, ...more].join(' ')
}
