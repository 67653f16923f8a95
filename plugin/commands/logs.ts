// kubectl etcd logs.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { membersChosen, operatorChosen } from '../logs/choose.ts'
import { followAll } from '../logs/follow.ts'
import { Footnotes } from '../logs/footnotes.ts'
import type { Level } from '../logs/level.ts'
import { Notes } from '../logs/notes.ts'
import { printer } from '../logs/print.ts'
import { queryOf } from '../logs/query.ts'
import { readAll } from '../logs/read.ts'
import { Resume } from '../logs/resume.ts'
import { paintOf } from '../screen/paint.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags, terminal, args, signal } = call
	const query = queryOf(flags)
	const [isOperator, isFollowed] = [flags.truth('operator') === true, flags.truth('follow') === true]
	const members = flags.all('member')
	if (isOperator && members.length > 0)
		throw new Failure('--member names members and --operator reads none of them; leave one of them out')
	const reach = await call.reach()
	const cluster = isOperator && args[0] === undefined ? undefined : await targetOf(call)
	const choice =
		isOperator || cluster === undefined
			? await operatorChosen(reach)
			: await membersChosen(reach, cluster, members)
	const whose = isOperator ? 'the operator' : (cluster?.metadata.name ?? '')
	if (choice.sources.length === 0 && !isFollowed)
		throw new Failure({
			what: `${whose} has no pods`,
			next: isOperator ? 'kubectl etcd version' : `kubectl etcd status ${whose}`,
		})

	const paint = paintOf(terminal.colour)
	const footnote = (text: string): void => terminal.err(`${paint.warn('!')} ${text}\n`)
	const footnotes = new Footnotes(isFollowed ? footnote : undefined)
	const notes = new Notes()
	const level = (flags.text('level') ?? 'debug') as Level
	const [raw, stamps] = [flags.truth('raw') === true, flags.truth('timestamps') === true]
	const print = printer({ ...choice, cluster, isOperator, level, raw, stamps }, terminal, notes)

	const resumes = new Map<string, Resume>()
	const reading = { api: reach.api, query, footnotes, stop: signal, resumes }
	for await (const line of readAll(choice.sources, () => new Resume(), reading)) print(line)
	if (isFollowed && !signal.aborted) await followAll({ ...reading, ...choice, take: print })

	if (!isFollowed) for (const text of footnotes.lines()) footnote(text)
	for (const text of notes.lines(terminal.ascii)) terminal.err(`${paint.strong('note')} ${text}\n`)
	if (query.previous !== true)
		for (const { who, restarts } of choice.sources)
			if (restarts > 0 && !isOperator)
				terminal.err(
					`${paint.dim('hint')} ${who} was restarted ${restarts === 1 ? 'once' : `${restarts} times`}; before that: kubectl etcd logs ${whose} --member ${who} --previous\n`,
				)
	return choice.sources.length > 0 && resumes.size === 0 ? exits.error : exits.done
}
