// Which clusters are ours to look after. Pure.
import { annotations } from '../api/names.ts'

/** coreos' rule: with the annotation only an operator of all namespaces, without it only one of a single namespace. */
export function isInScope(
	marks: Readonly<Record<string, string>> | undefined,
	{ scope, namespace }: { readonly scope: 'all' | 'coreos'; readonly namespace: string | undefined },
): boolean {
	if (scope === 'all') return true
	return (marks?.[annotations.scope] === 'clusterwide') === (namespace === undefined)
}
