// What was asked for: "ctl CLUSTER get KEY --prefix", or "ctl CLUSTER -- " and a line as etcdctl reads it.
import { Failure } from '../failure.ts'
import type { Flags } from '../line/flags.ts'
import { flagsOf } from '../line/parse.ts'
import { tokensOf } from '../line/tokens.ts'
import { everyEndpoint, foundElsewhere, loginOptions, shownOptions, verbOptions } from './options.ts'
import { isHead, verbOf, type Verb } from './verbs.ts'
import { Asked } from './asked.ts'

interface Line {
	/** The only one there is when missing. */
	readonly cluster: string | undefined
	readonly verb: Verb
	readonly args: readonly string[]
	readonly asked: Asked
}

const behind = [...shownOptions, ...verbOptions, everyEndpoint, ...foundElsewhere, ...loginOptions]

/** Behind "--" the words are etcdctl's, flags and all, unless the command stood before it: then they are a key or a value. */
export function lineOf(words: readonly string[], rest: readonly string[], given: Flags): Line {
	const [first] = words
	const cluster = isHead(first) ? undefined : first
	const own = cluster === undefined ? words : words.slice(1)
	if (own.length > 0) {
		const { verb, args } = verbOf(own)
		if (verb.name === 'watch' && args.length > 0 && rest.length > 0) throw noPrograms()
		return checked({ cluster, verb, args: [...args, ...rest], asked: new Asked([given]) })
	}
	const etcdctl = tokensOf(rest, behind)
	const flags = flagsOf(etcdctl.flags, behind)
	refuse(flags)
	const { verb, args } = verbOf(etcdctl.words)
	if (verb.name === 'watch' && args.length > 0 && etcdctl.rest.length > 0) throw noPrograms()
	return checked({ cluster, verb, args: [...args, ...etcdctl.rest], asked: new Asked([flags, given]) })
}

const noPrograms = (): Failure =>
	new Failure({
		what: 'ctl watch starts no programs',
		next: 'read what it writes: kubectl etcd ctl CLUSTER watch KEY -w json | while read -r event; do …; done',
	})

function refuse(flags: Flags): void {
	const known = foundElsewhere.find(({ name }) => flags.isGiven(name))
	if (known !== undefined)
		throw new Failure(
			`--${known.name}: ctl finds the members of the cluster and their certificates itself; leave it out`,
		)
	if (loginOptions.some(({ name }) => flags.isGiven(name)))
		throw new Failure({
			what: '--user: a password on a command line is seen by everybody on the machine',
			next: 'keep both in a Secret with the keys username and password, and add --credentials-secret=NAME',
		})
}

function checked(line: Line): Line {
	const { verb, args, asked } = line
	const foreign = verbOptions.find(({ name }) => asked.isGiven(name) && !verb.options.includes(name))
	if (foreign !== undefined)
		throw new Failure({
			what: `${verb.name} takes no --${foreign.name}`,
			next: verb.options.length === 0 ? undefined : `it takes --${verb.options.join(', --')}`,
		})
	if (args.length < verb.least || args.length > verb.most)
		throw new Failure(
			verb.most === 0
				? `${verb.name} takes no arguments, and was given ${args.join(' ')}`
				: `${verb.name} takes ${verb.args}, and was given ${args.length === 0 ? 'nothing' : args.join(' ')}`,
		)
	return line
}
