// Whether an operator is installed and at work: its kinds, its processes, and whether admission judges.
import { apiVersion } from '../../api/names.ts'
import { kinds as known } from '../../api/types.ts'
import { definitions } from '../../api/crd.ts'
import { isForbidden, KubeError } from '../../kube/errors.ts'
import { kinds, pathOf, type KubeObject } from '../../kube/objects.ts'
import type { Reach } from '../reach.ts'
import { deployment, home, parts } from './operator.ts'

export interface Checked {
	readonly name: string
	readonly is: 'well' | 'wrong' | 'unseen'
	readonly what: string
	readonly next?: string
}

interface Deployment extends KubeObject {
	readonly spec?: { readonly replicas?: number }
	readonly status?: { readonly availableReplicas?: number }
}

type Check = (reach: Reach) => Promise<Omit<Checked, 'name'>>

const install = 'kubectl etcd install -o yaml | kubectl apply -f -'

const served: Check = async ({ api }) => {
	const { status, body } = await api.ask('GET', `/apis/${apiVersion}`)
	if (status === 403 || status === 401)
		return { is: 'unseen', what: 'the API server does not say which kinds it has' }
	const { resources = [] } = body as { readonly resources?: readonly { readonly name: string }[] }
	const missing = known.filter((kind) => !resources.some(({ name }) => name === definitions[kind].plural))
	if (status === 200 && missing.length === 0)
		return { is: 'well', what: `${known.join(', ')} are served as ${apiVersion}` }
	return {
		is: 'wrong',
		what: `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} not served as ${apiVersion}`,
		next: install,
	}
}

const runs =
	(name: string): Check =>
	async ({ kube }) => {
		const found = await kube.get<Deployment>(deployment, { namespace: home, name })
		if (found === undefined)
			return { is: 'wrong', what: `deployment ${name} is not in namespace ${home}`, next: install }
		const [wanted, there] = [found.spec?.replicas ?? 1, found.status?.availableReplicas ?? 0]
		const what = `${there} of ${wanted} are available`
		if (there > 0) return { is: 'well', what }
		return { is: 'wrong', what, next: `kubectl -n ${home} describe deployment ${name}` }
	}

/** 3.5.0 loses data by itself: the schema permits it, and only the webhook says no. */
const judges: Check = async ({ api, namespace }) => {
	const at = namespace === home || namespace.startsWith('kube-') ? 'default' : namespace
	const body = {
		apiVersion,
		kind: 'EtcdCluster',
		metadata: { generateName: 'install-check-', namespace: at },
		// As whole as one that is really made, so that nothing else is said of it.
		spec: {
			size: 3,
			version: '3.5.0',
			pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '1Gi' } } } },
		},
	}
	const answer = await api.ask('POST', `${pathOf(kinds.cluster, { namespace: at })}?dryRun=All`, body)
	const { message = '' } = answer.body as { readonly message?: string }
	if (/can lose committed writes/.test(message))
		return { is: 'well', what: 'a release that loses data is refused by name' }
	if (answer.status === 201)
		return {
			is: 'wrong',
			what: 'a release that loses data is admitted: the webhook is not registered',
			next: install,
		}
	if (answer.status === 403)
		return { is: 'unseen', what: `you may not create etcdclusters in ${at}, by which it is tried` }
	return {
		is: 'wrong',
		what: message || `answered ${answer.status}`,
		next: `kubectl -n ${home} logs deployment/${parts[1]}`,
	}
}

const checks: Readonly<Record<string, Check>> = {
	kinds: served,
	controller: runs(parts[0]),
	webhook: runs(parts[1]),
	admission: judges,
}

async function checked(name: string, check: Check, reach: Reach): Promise<Checked> {
	try {
		return { name, ...(await check(reach)) }
	} catch (reason) {
		if (isForbidden(reason)) return { name, is: 'unseen', what: (reason as Error).message }
		if (reason instanceof KubeError && reason.status !== 0 && reason.status !== 401)
			return { name, is: 'wrong', what: reason.message }
		throw reason
	}
}

export const checkInstall = async (reach: Reach): Promise<readonly Checked[]> =>
	await Promise.all(Object.entries(checks).map(async ([name, check]) => await checked(name, check, reach)))
