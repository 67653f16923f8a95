// What one does with objects: get, create, apply, change, delete. Everything that the API server refuses is thrown.
import { refusal, type KubeApi } from './api.ts'
import { isNotFound } from './errors.ts'
import { pathOf, type At, type Kind, type KubeObject } from './objects.ts'

/** What must still hold at the API server when the deletion arrives. */
export interface Doomed {
	readonly namespace: string
	readonly name: string
	readonly uid: string
	readonly resourceVersion?: string
	readonly graceSeconds?: number
	/** What it owns goes, too; Jobs would leave their pods otherwise. */
	readonly withWhatItOwns?: true
}

export interface Kube {
	/** The newest state, confirmed by a quorum of the API server's own store; nothing when there is none. */
	get<T extends KubeObject>(kind: Kind, at: At): Promise<T | undefined>
	list<T extends KubeObject>(kind: Kind, at: At, query?: string): Promise<readonly T[]>
	create<T extends KubeObject>(kind: Kind, object: T): Promise<T>
	/** Server-side apply under our name. */
	apply<T extends KubeObject>(kind: Kind, object: KubeObject): Promise<T>
	/** A merge patch; with metadata.resourceVersion in it, only if nothing came between. */
	merge<T extends KubeObject>(kind: Kind, at: At, patch: unknown): Promise<T>
	/** A patch that names only some of an object's containers, and leaves the others as they are. */
	patchParts<T extends KubeObject>(kind: Kind, at: At, patch: unknown): Promise<T>
	/** What is being deleted, as far as it takes a while; nothing when it is gone at once. */
	remove<T extends KubeObject>(kind: Kind, doomed: Doomed): Promise<T | undefined>
}

const fieldManager = 'kubectl-etcd'

/** Answered with a time of deletion all the same, what nobody has to end is gone. */
const stays = ({ metadata: { deletionGracePeriodSeconds = 0, finalizers = [] } }: KubeObject): boolean =>
	deletionGracePeriodSeconds > 0 || finalizers.length > 0

/** `mayWrite` throws when nothing must be written any more; it is asked before each single write. */
export function kubeClient(api: KubeApi, mayWrite: () => void = () => {}): Kube {
	async function ask<T>(...[method, path, body, type]: Parameters<KubeApi['ask']>): Promise<T> {
		const may = method === 'GET' ? undefined : mayWrite
		const { status, body: answer } = await api.ask(method, path, body, type, may)
		if (status >= 200 && status < 300) return answer as T
		throw refusal(status, answer, path)
	}

	async function patched<T>(kind: Kind, at: At, patch: unknown, type: string): Promise<T> {
		const path = `${pathOf(kind, at)}?fieldManager=${fieldManager}`
		return await ask('PATCH', path, patch, `application/${type}+json`)
	}

	return {
		async get(kind, at) {
			try {
				return await ask('GET', pathOf(kind, at))
			} catch (reason) {
				if (isNotFound(reason)) return undefined
				throw reason
			}
		},
		async list<T>(kind: Kind, at: At, query = '') {
			return (await ask<{ items: readonly T[] }>('GET', `${pathOf(kind, at)}${query}`)).items
		},
		async create(kind, object) {
			const { namespace } = object.metadata
			const body = { apiVersion: kind.apiVersion, kind: kind.kind, ...object }
			return await ask('POST', `${pathOf(kind, { namespace })}?fieldManager=${fieldManager}`, body)
		},
		async apply(kind, object) {
			const { namespace, name } = object.metadata
			const body = { apiVersion: kind.apiVersion, kind: kind.kind, ...object }
			const path = `${pathOf(kind, { namespace, name })}?fieldManager=${fieldManager}&force=true`
			return await ask('PATCH', path, body, 'application/apply-patch+yaml')
		},
		merge: async (kind, at, patch) => await patched(kind, at, patch, 'merge-patch'),
		patchParts: async (kind, at, patch) => await patched(kind, at, patch, 'strategic-merge-patch'),
		async remove<T extends KubeObject>(
			kind: Kind,
			{ namespace, name, uid, resourceVersion, graceSeconds, withWhatItOwns }: Doomed,
		) {
			const body = {
				apiVersion: 'v1',
				kind: 'DeleteOptions',
				preconditions: { uid, ...(resourceVersion !== undefined && { resourceVersion }) },
				...(graceSeconds !== undefined && { gracePeriodSeconds: graceSeconds }),
				...(withWhatItOwns && { propagationPolicy: 'Background' }),
			}
			try {
				const left = await ask<T>('DELETE', pathOf(kind, { namespace, name }), body)
				return left.metadata?.uid === uid && stays(left) ? left : undefined
			} catch (reason) {
				if (isNotFound(reason)) return undefined
				throw reason
			}
		},
	}
}
