// Which command a line means: the longest words that name one. Pure.
import type { Command } from './command.ts'
import { Failure } from './failure.ts'
import { nearest } from './line/nearest.ts'

export interface Found {
	readonly command: Command
	/** How many words named it. */
	readonly words: number
}

const namesOf = ({ name, aliases = [] }: Command): readonly string[] => [name, ...aliases]

export function find(words: readonly string[], commands: readonly Command[]): Found | undefined {
	const [best] = commands
		.flatMap((command) => namesOf(command).map((name) => ({ command, parts: name.split(' ') })))
		.filter(({ parts }) => parts.every((part, at) => words[at] === part))
		.toSorted((one, other) => other.parts.length - one.parts.length)
	return best && { command: best.command, words: best.parts.length }
}

export function unknownCommand(words: readonly string[], commands: readonly Command[]): Failure {
	const [first = ''] = words
	const under = commands.filter(({ name }) => name.startsWith(`${first} `))
	if (under.length > 0)
		return new Failure({
			what: `${first} is not a whole command`,
			next: `write one of ${under.map(({ name }) => `kubectl etcd ${name}`).join(', ')}`,
		})
	const near = nearest(
		first,
		commands.flatMap(namesOf).map((name) => name.split(' ')[0] ?? ''),
	)
	return new Failure({
		what: `unknown command "${first}"`,
		next: near === undefined ? 'kubectl etcd --help' : `did you mean kubectl etcd ${near}?`,
	})
}
