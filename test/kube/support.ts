// An API server without nodes, and the ways to it that ship.
import { setTimeout as sleep } from 'node:timers/promises'
import { kubeApi, type KubeApi } from '../../kube/api.ts'
import { kubeClient, type Kube } from '../../kube/client.ts'
import { whereIsKubernetes, type Where } from '../../kube/config.ts'
import type { Kind, KubeObject } from '../../kube/objects.ts'
import { Playground } from '../../playground/playground.ts'
import { forgetLogs } from '../../playground/world/launch.ts'
import { gateTo, type Gate } from './gate.ts'

/** Small, and nobody but the test touches it. */
export const configMap: Kind = { apiVersion: 'v1', kind: 'ConfigMap', plural: 'configmaps' }

export interface ConfigMap extends KubeObject {
	readonly data?: Readonly<Record<string, string>>
}

export interface Stage extends AsyncDisposable {
	readonly playground: Playground
	readonly where: Where
	readonly api: KubeApi
	readonly kube: Kube
	gate(): Promise<Gate>
	/** A namespace of its own for each test. */
	namespace(): Promise<string>
}

export async function stage(word: string): Promise<Stage> {
	const name = `test-${word}-${process.pid}`
	const playground = await Playground.start({ name, nodes: 0 })
	const where = await whereIsKubernetes({ KUBECONFIG: playground.files.kubeconfig })
	const api = kubeApi(where)
	const kube = kubeClient(api)
	let namespaces = 0
	return {
		playground,
		where,
		api,
		kube,
		gate: async () => await gateTo(where),
		async namespace() {
			const own = `own-${namespaces++}`
			const kind = { apiVersion: 'v1', kind: 'Namespace', plural: 'namespaces', clusterWide: true } as const
			await kube.create(kind, { metadata: { name: own } })
			return own
		},
		async [Symbol.asyncDispose]() {
			await playground.down()
			await forgetLogs(name)
		},
	}
}

/** What must become true; what it says meanwhile is shown if it does not. */
export async function until(what: string, holds: () => unknown, withinMs = 10_000): Promise<number> {
	const began = performance.now()
	while (!(await holds())) {
		if (performance.now() - began > withinMs) throw new Error(`not within ${withinMs} ms: ${what}`)
		await sleep(5)
	}
	return performance.now() - began
}
