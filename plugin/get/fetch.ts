// Reads raw answers of the API server, digit by digit.
import type { KubeApi } from '../../kube/api.ts'
import { textOf } from '../../kube/api.ts'
import { isForbidden } from '../../kube/errors.ts'
import { Failure } from '../failure.ts'
import type { Reach } from '../reach.ts'
import { continueOf } from '../output/object.ts'
import { readJson, type Json } from '../output/value.ts'
import { pathOfAll, type Asked } from './asked.ts'
import { pageOf, type Page } from './entry.ts'

export interface Asker {
	readonly api: KubeApi
	readonly accept: string
	readonly signal: AbortSignal
	/** For each request, as --request-timeout says; 0 is no end. */
	readonly timeoutMs: number
}

export async function ask({ api, accept, signal, timeoutMs }: Asker, path: string): Promise<Json> {
	const signals = timeoutMs > 0 ? [signal, AbortSignal.timeout(timeoutMs)] : [signal]
	return readJson(await textOf(await api.open(path, accept, AbortSignal.any(signals))))
}

export interface Listed {
	readonly pages: readonly Page[]
	/** Its metadata say from where to watch. */
	readonly last: Json
}

export async function list(
	asker: Asker,
	{ namespace, query, page }: Pick<Asked, 'namespace' | 'query' | 'page'>,
): Promise<Listed> {
	const pages: Page[] = []
	let next: string | undefined
	for (;;) {
		const answer = await ask(
			asker,
			pathOfAll(namespace, {
				...query,
				...(page > 0 && { limit: String(page) }),
				...(next && { continue: next }),
			}),
		)
		pages.push(pageOf(answer))
		next = continueOf(answer) || undefined
		if (next === undefined) return { pages, last: answer }
	}
}

/** Somebody who may not see all namespaces is told one that is theirs, if the one of the context is. */
export async function onlyHere(
	reason: unknown,
	{ namespace }: Reach,
	asked: Asked,
	asker: Asker,
): Promise<unknown> {
	if (!isForbidden(reason) || asked.namespace !== undefined) return reason
	const isTheirs = await list(asker, { namespace, query: { limit: '1' }, page: 0 }).then(
		() => true,
		() => false,
	)
	return new Failure(
		{
			what: (reason as Error).message,
			why: 'to see all namespaces takes a ClusterRole that may list etcdclusters',
			next: isTheirs
				? `kubectl etcd get --namespace ${namespace}    which you may see`
				: 'name a namespace that you may see: kubectl etcd get --namespace NAME',
		},
		reason,
	)
}
