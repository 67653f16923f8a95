// As whom we are known to the API server.
import { KubeError } from '../../kube/errors.ts'
import type { Reach } from '../reach.ts'

interface Review {
	readonly status?: { readonly userInfo?: { readonly username?: string } }
}

/** Everybody who is known may ask this; an API server before 1.28 does not know the question. */
export async function whoAmI({ api, user }: Reach): Promise<string | undefined> {
	const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview' }
	try {
		const answer = await api.ask('POST', '/apis/authentication.k8s.io/v1/selfsubjectreviews', body)
		return (answer.body as Review | undefined)?.status?.userInfo?.username ?? user
	} catch (reason) {
		if (reason instanceof KubeError) return user
		throw reason
	}
}
