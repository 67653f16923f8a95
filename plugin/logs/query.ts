// Which part of a log is asked for. Pure.
import { pathOf, kinds } from '../../kube/objects.ts'
import { Failure } from '../failure.ts'
import type { Flags } from '../line/flags.ts'

export interface LogQuery {
	readonly sinceSeconds?: number
	readonly sinceTime?: string
	readonly tailLines?: number
	readonly limitBytes?: number
	readonly previous?: boolean
	readonly follow?: boolean
}

export interface Container {
	readonly namespace: string
	readonly pod: string
	readonly container: string
}

/** With the node's times, by which lines are put in order. */
export function logPath({ namespace, pod, container }: Container, query: LogQuery): string {
	const words = Object.entries({ container, timestamps: true, ...query })
		.filter(([, value]) => value !== undefined && value !== false)
		.map(([name, value]): [string, string] => [name, String(value)])
	return `${pathOf(kinds.pod, { namespace, name: pod, subresource: 'log' })}?${new URLSearchParams(words).toString()}`
}

export function queryOf(flags: Flags): LogQuery {
	const [since, sinceTime, tail] = [flags.lasting('since'), flags.text('since-time'), tailOf(flags)]
	const [previous, follow] = [flags.truth('previous') === true, flags.truth('follow') === true]
	if (since !== undefined && sinceTime !== undefined)
		throw new Failure('--since and --since-time both say from when; leave one of them out')
	if (sinceTime !== undefined && !isTime(sinceTime))
		throw new Failure(`--since-time: "${sinceTime}" is not a time; write one such as 2026-11-19T08:00:00Z`)
	if (previous && follow)
		throw new Failure('--previous is the log of a process that has ended; leave out --follow')
	return {
		...(since !== undefined && { sinceSeconds: Math.max(1, Math.ceil(since / 1000)) }),
		...(sinceTime !== undefined && { sinceTime }),
		...(tail !== undefined && { tailLines: tail }),
		...(previous && { previous }),
	}
}

/** All of it is -1 for kubectl. */
const tailOf = (flags: Flags): number | undefined =>
	flags.text('tail') === '-1' ? undefined : flags.whole('tail')

const isTime = (text: string): boolean =>
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
