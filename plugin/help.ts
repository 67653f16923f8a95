// What --help says: examples first, then flags, then what somebody must be permitted to. Pure; works without any cluster.
import { groups, type Command, type Option, type Right } from './command.ts'
import { everywhere } from './line/everywhere.ts'

const program = 'kubectl etcd'

const columns = (rows: readonly (readonly [string, string])[], indent = '  '): readonly string[] => {
	const width = Math.max(...rows.map(([left]) => left.length))
	return rows.map(([left, right]) => `${indent}${left.padEnd(width)}   ${right}`.trimEnd())
}

const shown = ({ name, short, value, choices, bare }: Option): string => {
	const word =
		value === undefined
			? ''
			: (bare === undefined ? '=' : '[=') + (choices?.join('|') ?? value) + (bare === undefined ? '' : ']')
	return `${short === undefined ? '    ' : `-${short}, `}--${name}${word}`
}

const said = ({ describe, default: standard }: Option): string =>
	standard === undefined || standard === '0' ? describe : `${describe} (${standard} when missing)`

/** "pods: get, list (optional: to see restarts)". */
const rightText = ({ resource, verbs, optional, named, at }: Right): string => {
	const which = named === undefined ? '' : `, the ${named} of the cluster alone`
	const where = at === undefined ? '' : ', where the operator is'
	return `${resource}: ${verbs.join(', ')}${which}${where}${optional === undefined ? '' : ` (optional: ${optional})`}`
}

export function helpOf(command: Command): string {
	const { name, describe, args, options, examples, rights, aliases = [] } = command
	return [
		`${describe}.`,
		'',
		'Examples',
		...examples.flatMap(([line, what]) => [`  # ${what}`, `  ${program} ${line}`]),
		'',
		'Usage',
		`  ${[program, name, args, '[flags]'].filter(Boolean).join(' ')}`,
		...(aliases.length > 0 ? [`  also as ${aliases.join(', ')}`] : []),
		...(options.length > 0
			? ['', 'Flags', ...columns(options.map((one) => [shown(one), said(one)] as const))]
			: []),
		...(rights.length > 0 ? ['', 'Needs', ...rights.map((right) => `  ${rightText(right)}`)] : []),
		'',
		`The flags of every command, such as --namespace and --context, are kubectl’s: ${program} flags`,
		'',
	].join('\n')
}

export const flagsHelp = (): string =>
	[
		'Flags that every command takes, anywhere after "kubectl etcd":',
		'',
		...columns(everywhere.map((one) => [shown(one), said(one)] as const)),
		'',
	].join('\n')

/** One line a command, in their groups. */
export function overview(commands: readonly Command[]): string {
	const width = Math.max(...commands.map(({ name }) => name.length))
	return [
		'Runs and looks after etcd clusters on Kubernetes.',
		'',
		'Examples',
		`  # Is it well, and what is to be done?`,
		`  ${program} status orders`,
		`  # All clusters, as kubectl get shows them`,
		`  ${program} get -A`,
		...Object.entries(groups).flatMap(([group, title]) => {
			const mine = commands.filter((command) => command.group === group)
			if (mine.length === 0) return []
			return ['', title, ...mine.map(({ name, describe }) => `  ${name.padEnd(width)}   ${describe}`)]
		}),
		'',
		`More of one: ${program} COMMAND --help     Flags of all: ${program} flags`,
		'',
	].join('\n')
}
