// The commands that --for means. Pure.
import type { Command } from '../command.ts'
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'

/** "members replace" may be written with a dash, and several with commas. */
export function chosen(words: readonly string[], commands: readonly Command[]): readonly Command[] {
	const needy = commands.filter(({ rights }) => rights.length > 0)
	if (words.length === 0) return needy
	const names = words.flatMap((word) => word.split(',')).map((word) => word.trim())
	const spelled = (name: string): string => name.replaceAll('-', ' ')
	return [...new Set(names)].map((name) => {
		const all = (one: Command): readonly string[] => [one.name, ...(one.aliases ?? [])]
		const found = commands.find((one) => all(one).some((known) => spelled(known) === spelled(name)))
		if (found !== undefined) return found
		const near = nearest(name, commands.flatMap(all))
		throw new Failure({
			what: `--for: "${name}" is no command`,
			next: near === undefined ? 'kubectl etcd --help' : `did you mean "${near}"?`,
		})
	})
}
