// What live tests share: the playground that is up, a namespace of one's own, etcd pods, and waiting.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { kubectlPath, Playground } from '../../playground/playground.ts'
import { apiOf } from '../admission/api.ts'
import { pathOfObject, pathOfWords } from './served.ts'

/** npm test starts one and names it here; by hand: npm run playground -- up. */
export const playground = await Playground.join(process.env['PLAYGROUND'] ?? 'default')

/** Of that playground, as its administrator. */
export const api = await apiOf(playground.files.kubeconfig)

export async function kubectl(...args: readonly string[]): Promise<string> {
	return await playground.kubectl(args)
}

const applyPatch = 'application/apply-patch+yaml'

type Applied = Parameters<typeof pathOfObject>[1]

export async function apply(namespace: string, object: unknown): Promise<void> {
	const path = pathOfObject(namespace, object as Applied)
	if (path === undefined)
		await playground.kubectl(['-n', namespace, 'apply', '-f', '-'], { input: JSON.stringify(object) })
	else await api.must('PATCH', `${path}?fieldManager=kubectl&force=true`, object, applyPatch)
}

export async function get<T>(namespace: string, ...what: readonly string[]): Promise<T> {
	const path = pathOfWords(namespace, what)
	if (path !== undefined) return (await api.must('GET', path)) as T
	return JSON.parse(await kubectl('-n', namespace, 'get', ...what, '-o', 'json')) as T
}

/** Restricted pods only, as a careful administrator would have it; gone when the test is. */
export async function ownNamespace(t: ExecutionContext): Promise<string> {
	const name = `test-${randomBytes(4).toString('hex')}`
	const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' }
	const path = '/api/v1/namespaces'
	await api.must('POST', path, { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } })
	t.teardown(async () => {
		await api.must('DELETE', `${path}/${name}`)
	})
	// Pods are refused until the controller manager has made the account they run under; after a test that took the API away
	// its watches wait for up to half a minute before they try again.
	const account = async () => await api.ask('GET', `${path}/${name}/serviceaccounts/default`)
	await eventually('pods have an account', async () => (await account()).status === 200, 90)
	return name
}

/** As etcd's gateway wants keys and values. */
export const base64 = (text: string): string => Buffer.from(text).toString('base64')

export async function eventually(what: string, true_: () => Promise<boolean>, seconds = 30): Promise<void> {
	const deadline = performance.now() + seconds * 1000
	let last: unknown
	while (performance.now() < deadline) {
		const held = await true_().catch((reason: unknown) => {
			last = reason
			return false
		})
		if (held) return
		await sleep(200)
	}
	throw new Error(`not within ${seconds} s: ${what}`, { cause: last })
}

export interface Pod {
	readonly metadata: { readonly uid: string; readonly name: string }
	readonly spec: { readonly nodeName: string }
	readonly status: {
		readonly phase: string
		readonly podIP: string
		readonly conditions?: readonly {
			readonly type: string
			readonly status: string
			readonly reason?: string
		}[]
		readonly containerStatuses?: readonly {
			readonly restartCount: number
			readonly state: { readonly terminated?: { readonly reason: string; readonly exitCode: number } }
			readonly lastState: { readonly terminated?: { readonly reason: string; readonly exitCode: number } }
		}[]
	}
}

export const isReady = ({ status }: Pod): boolean =>
	(status.conditions ?? []).some((condition) => condition.type === 'Ready' && condition.status === 'True')

/** After a test that lost a node or the API, kubelets may take a minute to be back. */
export async function untilReady(namespace: string, pod: string, seconds = 120): Promise<Pod> {
	let found: Pod | undefined
	const ready = async (): Promise<boolean> => isReady((found = await get<Pod>(namespace, 'pod', pod)))
	await eventually(`${pod} is ready`, ready, seconds)
	return found ?? (await get<Pod>(namespace, 'pod', pod))
}

export const exec = async (namespace: string, pod: string, ...argv: readonly string[]): Promise<string> =>
	await kubectl('-n', namespace, 'exec', pod, '--', ...argv)

/** A local port that leads to the pod's, as kubectl makes it. */
export async function forward(
	t: ExecutionContext,
	namespace: string,
	pod: string,
	port: number,
): Promise<number> {
	const args = ['--kubeconfig', playground.files.kubeconfig, '-n', namespace, 'port-forward', pod, `:${port}`]
	const child = spawn(await kubectlPath(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
	t.teardown(() => child.kill())
	for await (const line of createInterface({ input: child.stdout })) {
		const [, local] = /127\.0\.0\.1:(\d+) ->/.exec(line) ?? []
		if (local !== undefined) return Number(local)
	}
	throw new Error(`port-forward ended with ${child.exitCode}`)
}
