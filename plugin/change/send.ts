// The one place from which the plugin changes anything in Kubernetes.
import { refusal } from '../../kube/api.ts'
import type { KubeObject } from '../../kube/objects.ts'
import type { Reach } from '../reach.ts'
import type { Change } from './change.ts'
import type { Manner } from './manner.ts'

export interface Sent {
	readonly object: KubeObject
	readonly warnings: readonly string[]
}

/** A dry run of the client's sends nothing, and needs no API server. */
export async function send(reach: () => Promise<Reach>, change: Change, manner: Manner): Promise<Sent> {
	const { method, path, body, type, after } = change
	if (manner.dryRun === 'client') return { object: after, warnings: [] }
	const { api } = await reach()
	const query = new URLSearchParams({
		...(method !== 'DELETE' && { fieldManager: manner.fieldManager, fieldValidation: 'Warn' }),
		...(manner.dryRun === 'server' && { dryRun: 'All' }),
	}).toString()
	// A deletion with a body is done as the body says, and its query is not read.
	const asked =
		method === 'DELETE' && manner.dryRun === 'server' ? { ...(body as object), dryRun: ['All'] } : body
	const answer = await api.ask(method, `${path}${query && `?${query}`}`, asked, type)
	if (answer.status < 200 || answer.status > 299) throw refusal(answer.status, answer.body, path)
	return { object: answer.body as KubeObject, warnings: answer.warnings }
}
