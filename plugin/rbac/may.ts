// What the caller may do, as the API server says: one question for each right.
import type { Command, Right } from '../command.ts'
import { refusal } from '../../kube/api.ts'
import type { Reach } from '../reach.ts'
import { placeOf } from './resources.ts'

interface Asked {
	readonly resource: string
	readonly verb: string
	readonly namespace: string | undefined
	readonly name: string | undefined
}

export interface Missing extends Pick<Right, 'resource' | 'optional'> {
	readonly verb: string
}

export interface Permitted {
	readonly command: string
	readonly missing: readonly Missing[]
}

export interface Where {
	readonly namespace: string | undefined
	readonly home: string
	/** Of the named cluster; none asks for all. */
	readonly secrets: readonly string[]
}

const path = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews'

async function may({ api }: Reach, { resource, verb, namespace, name }: Asked): Promise<boolean> {
	const [main = '', subresource] = resource.split('/')
	const body = {
		apiVersion: 'authorization.k8s.io/v1',
		kind: 'SelfSubjectAccessReview',
		spec: {
			resourceAttributes: {
				group: placeOf(resource)?.group ?? '',
				resource: main,
				verb,
				...(subresource !== undefined && { subresource }),
				...(namespace !== undefined && { namespace }),
				...(name !== undefined && { name }),
			},
		},
	}
	const answer = await api.ask('POST', path, body)
	if (answer.status !== 201) throw refusal(answer.status, answer.body, path)
	return (answer.body as { readonly status?: { readonly allowed?: boolean } }).status?.allowed === true
}

/** Each question is asked once, however many commands need it. */
export async function permitted(
	reach: Reach,
	commands: readonly Command[],
	{ namespace, home, secrets }: Where,
): Promise<readonly Permitted[]> {
	const answers = new Map<string, Promise<boolean>>()
	const ask = async (asked: Asked): Promise<boolean> => {
		const key = JSON.stringify(asked)
		const known = answers.get(key) ?? may(reach, asked)
		answers.set(key, known)
		return await known
	}
	const missing = async ({ resource, verbs, optional, named, at }: Right): Promise<readonly Missing[]> => {
		const isWide = placeOf(resource)?.clusterWide === true
		const place = isWide ? undefined : at === 'operator' ? home : namespace
		const names = named === undefined || secrets.length === 0 ? [undefined] : secrets
		const found = await Promise.all(
			verbs.map(async (verb) => {
				const all = await Promise.all(
					names.map(async (name) => await ask({ resource, verb, namespace: place, name })),
				)
				return all.every(Boolean) ? [] : [{ resource, verb, optional }]
			}),
		)
		return found
			.flat()
			.map(({ optional: what, ...one }) => ({ ...one, ...(what !== undefined && { optional: what }) }))
	}
	return await Promise.all(
		commands.map(async ({ name, rights }) => ({
			command: name,
			missing: (await Promise.all(rights.map(missing))).flat(),
		})),
	)
}
