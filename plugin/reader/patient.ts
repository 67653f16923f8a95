// A reader that is asked before its process listens, and what is said of one that does not answer as it should.
import { setTimeout as sleep } from 'node:timers/promises'
import { ForwardError } from '../../kube/forward-error.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { NotGiven, type Reader } from './asking.ts'

/** From the start of a process until it listens. */
const [pauseMs, longestPauseMs] = [150, 2000]

/** It listens a moment after it runs, and only once its store has answered. */
export function patient(reader: Reader, { flags }: Call): Reader {
	return {
		...reader,
		async list(signal) {
			const late = performance.now() + flags.span('timeout')
			let pause = pauseMs
			for (;;)
				try {
					return await reader.list(signal)
				} catch (reason) {
					signal.throwIfAborted()
					if (!(reason instanceof ForwardError) || reason.code !== 'ECONNREFUSED') throw unread(reason)
					if (performance.now() > late)
						throw new Failure({
							what: `the store has not answered the pod that reads it within ${flags.text('timeout')}`,
							why: 'a network policy, or an address that nobody has, keeps such a pod waiting without a word',
							next: 'give it longer by --timeout, or mend that',
							exit: exits.timeout,
						})
					await sleep(pause, undefined, { signal })
					pause = Math.min(2 * pause, longestPauseMs)
				}
		},
	}
}

/** As people are told it. */
function unread(reason: unknown): unknown {
	if (reason instanceof NotGiven)
		return new Failure({ what: `the store cannot be read: ${reason.message}` }, reason)
	if (reason instanceof ForwardError && reason.code === 'EACCES')
		return new Failure(
			{
				what: `the pod that reads the store cannot be reached: ${reason.message}`,
				next: 'kubectl etcd rbac --for snapshot-ls -o yaml',
			},
			reason,
		)
	if (reason instanceof Failure || !(reason instanceof Error)) return reason
	return new Failure(
		{ what: `what the pod says that reads the store was cut: ${reason.message}`, next: 'run it again' },
		reason,
	)
}
