// The verdict on a review. Pure: it depends on the review and on what is known of releases, so a dry run and a second
// invocation get the same answer. Whatever carries a uid is answered as a review, since an API server shows its user our
// sentence only then.
import { missingAtBirth } from '../api/defaults.ts'
import { judge, read } from '../api/judge.ts'
import { group } from '../api/names.ts'
import type { Releases } from '../api/releases.ts'
import { checkScale } from '../api/rules.ts'
import type { Finding } from '../api/rules/finding.ts'
import { kinds, type Kind } from '../api/types.ts'
import { fields, type Fields, type Request } from './request.ts'
import { response, type Answer } from './response.ts'

const unfit = (field: string, message: string): Finding[] => [{ rule: 'reviewUnfit', field, message }]

/** What is wrong with the review itself. A question that was not meant for us is refused: under it may be anything. */
function reviewUnfit(request: Request): Finding[] {
	const { apiVersion, operation, kind, resource, subResource, object, oldObject } = request
	if (apiVersion !== 'admission.k8s.io/v1')
		return unfit(
			'apiVersion',
			`${JSON.stringify(apiVersion.slice(0, 63))} is not spoken here; send admission.k8s.io/v1`,
		)
	if (operation !== 'CREATE' && operation !== 'UPDATE')
		return unfit('request.operation', 'is not judged here; register CREATE and UPDATE only')
	const isScale = kind === 'Scale' && subResource === 'scale'
	if (resource !== group || !(isScale || ((kinds as readonly string[]).includes(kind) && subResource === '')))
		return unfit('request.kind', `is not judged here; register the kinds of ${group} only`)
	if (Object.keys(fields(object)).length === 0) return unfit('request.object', 'is missing; send the object')
	if (operation === 'UPDATE' && Object.keys(fields(oldObject)).length === 0)
		return unfit('request.oldObject', 'is missing; send what is stored')
	return []
}

const sizeOf = (scale: unknown): number | undefined => {
	const replicas = fields(fields(scale)['spec'])['replicas'] ?? 0 // left out when it is 0
	return Number.isSafeInteger(replicas) ? (replicas as number) : undefined
}

function findings(request: Request, releases: Releases): Finding[] {
	const { operation, kind, object, oldObject } = request
	if (kind !== 'Scale') {
		const named =
			fields(object)['metadata'] === undefined
				? { ...fields(object), metadata: { name: request.name } }
				: object
		return judge(kind as Kind, operation === 'UPDATE' ? oldObject : undefined, named, releases)
	}
	const [before, after] = [sizeOf(oldObject), sizeOf(object)]
	if (after === undefined)
		return [
			{ rule: 'wrongType', field: 'spec.replicas', message: 'is of the wrong type; write a whole number' },
		]
	return checkScale({
		previous: { spec: before === undefined ? {} : { size: before } },
		next: { spec: { size: after } },
		releases,
	})
}

export const validate = (request: Request, releases: Releases): Answer => {
	const wrong = reviewUnfit(request)
	return response(request, wrong.length > 0 ? wrong : findings(request, releases), [])
}

/** Fills in at birth what was left out. What does not have the right types is left to the validation that follows. */
export function mutate(request: Request, releases: Releases): Answer {
	const wrong = reviewUnfit(request)
	if (wrong.length > 0) return response(request, wrong, [])
	const spec = fields(request.object)['spec']
	if (request.kind !== 'EtcdCluster' || request.operation !== 'CREATE' || fields(spec) !== spec)
		return response(request, [], [])
	const typed = read('EtcdCluster', request.object).spec ?? {}
	const missing = Object.entries(missingAtBirth(typed, releases))
	const patch = missing
		.filter(([name]) => (spec as Fields)[name] === undefined || (spec as Fields)[name] === null)
		.map(([name, value]) => ({ op: 'add' as const, path: `/spec/${name}`, value }))
	return response(request, [], patch)
}
