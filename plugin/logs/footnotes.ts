// What of the logs could not be read and why, each once; the rest is read all the same. Pure.
import { isForbidden } from '../../kube/errors.ts'
import type { Source } from './source.ts'

type Which = Pick<Source, 'who' | 'namespace' | 'pod' | 'container'>

const messageOf = (reason: unknown): string => (reason instanceof Error ? reason.message : String(reason))

/** For one log. */
export function footnoteOf({ who, namespace, pod, container }: Which, reason: unknown): string {
	const message = messageOf(reason)
	if (isForbidden(reason)) return `${who}: you may not read logs in ${namespace} (get pods/log)`
	if (/previous terminated container .* not found/.test(message))
		return `${who}: its container has not been restarted, so there is no log before this one`
	if (/is not valid for pod|container .* not found/.test(message))
		return `${who}: pod ${pod} has no container ${container}`
	const waiting = /is waiting to start: (.*)$/.exec(message)?.[1]
	if (waiting !== undefined) return `${who}: no log yet, its container waits: ${waiting}`
	if (/^(aborted|socket hang up|read ECONNRESET)$/.test(message))
		return `${who}: the stream of its log was cut`
	return `${who}: ${message}`
}

export class Footnotes {
	readonly #said = new Set<string>()
	readonly #told: ((text: string) => void) | undefined

	/** With somebody to tell, each is told as it comes; else all are read at the end. */
	constructor(told?: (text: string) => void) {
		this.#told = told
	}

	add(text: string): void {
		if (this.#said.has(text)) return
		this.#said.add(text)
		this.#told?.(text)
	}

	lines(): readonly string[] {
		return [...this.#said]
	}
}
