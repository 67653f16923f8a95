// The roles that let somebody run some commands, from what the commands say that they need. Pure.
import type { Command, Right } from '../command.ts'
import { placeOf } from './resources.ts'

interface Rule {
	readonly apiGroups: readonly string[]
	readonly resources: readonly string[]
	readonly verbs: readonly string[]
	readonly resourceNames?: readonly string[]
}

export interface Role {
	readonly kind: 'Role' | 'ClusterRole'
	/** Of a Role. */
	readonly namespace: string | undefined
	readonly name: string
	readonly rules: readonly { readonly rule: Rule; readonly says: string | undefined }[]
}

export interface Granted {
	readonly commands: readonly Command[]
	readonly namespace: string
	/** Where the operator is. */
	readonly home: string
	/** For all namespaces at once. */
	readonly everywhere: boolean
	/** Leaves out what the commands can do without. */
	readonly minimal: boolean
	/** Secrets that clients of the named cluster show. */
	readonly secrets: readonly string[]
}

const unique = (list: readonly string[]): readonly string[] => [...new Set(list)]

/** One rule a resource; it says what for if everybody can do without it. */
function rulesOf(rights: readonly Right[], secrets: readonly string[]): Role['rules'] {
	const keyOf = ({ resource, named, optional }: Right): string =>
		JSON.stringify([resource, named, optional !== undefined])
	return unique(rights.map(keyOf)).map((key) => {
		const same = rights.filter((right) => keyOf(right) === key)
		const { resource = '', named, optional } = same[0] ?? {}
		const says = unique(same.flatMap((right) => right.optional ?? [])).join('; ')
		return {
			rule: {
				apiGroups: [placeOf(resource)?.group ?? ''],
				resources: [resource],
				verbs: unique(same.flatMap(({ verbs }) => verbs)),
				...(named !== undefined && { resourceNames: secrets }),
			},
			says: optional === undefined ? undefined : `optional: ${says}`,
		}
	})
}

/** What is optional to one and needed by another is needed. */
function withoutRepeats(rights: readonly Right[]): readonly Right[] {
	const needed = rights.filter(({ optional }) => optional === undefined)
	return rights.flatMap((right) => {
		if (right.optional === undefined) return [right]
		const verbs = right.verbs.filter(
			(verb) =>
				!needed.some(
					(one) =>
						one.resource === right.resource &&
						one.at === right.at &&
						one.named === right.named &&
						one.verbs.includes(verb),
				),
		)
		return verbs.length === 0 ? [] : [{ ...right, verbs }]
	})
}

const nameOf = (commands: readonly Command[]): string =>
	commands.length > 3
		? 'kubectl-etcd'
		: ['kubectl-etcd', ...commands.map(({ name }) => name.replaceAll(' ', '-'))].join('-')

export function rolesFor({
	commands,
	namespace,
	home,
	everywhere,
	minimal,
	secrets,
}: Granted): readonly Role[] {
	const all = withoutRepeats(commands.flatMap(({ rights }) => rights)).filter(
		({ optional, named }) =>
			!(minimal && optional !== undefined) && !(named !== undefined && secrets.length === 0),
	)
	const isWide = ({ resource }: Right): boolean => everywhere || placeOf(resource)?.clusterWide === true
	const inHome = all.filter((right) => !isWide(right) && right.at === 'operator')
	const here = all.filter((right) => !isWide(right) && right.at === undefined)
	const name = nameOf(commands)
	const role = (
		kind: Role['kind'],
		at: string | undefined,
		rights: readonly Right[],
		called = name,
	): Role[] =>
		rights.length === 0 ? [] : [{ kind, namespace: at, name: called, rules: rulesOf(rights, secrets) }]
	return [
		...role('Role', namespace, home === namespace ? [...here, ...inHome] : here),
		...(home === namespace ? [] : role('Role', home, inHome, `${name}-operator`)),
		...role('ClusterRole', undefined, all.filter(isWide)),
	]
}

/** The line that gives a role to somebody. */
export const bindingLine = ({ kind, namespace, name }: Role): string =>
	kind === 'Role'
		? `kubectl create rolebinding ${name} --role=${name} --user=USER -n ${namespace ?? ''}`
		: `kubectl create clusterrolebinding ${name} --clusterrole=${name} --user=USER`
