// An API server without nodes, our schema and our webhook on it. The webhook runs as a process in the playground's network, and
// the configuration is the one that is shipped, but for the address.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseAllDocuments } from 'yaml'
import { crd } from '../../api/crd.ts'
import { kinds } from '../../api/types.ts'
import { Playground } from '../../playground/playground.ts'
import { forgetLogs } from '../../playground/world/launch.ts'
import { newPair, writePair } from '../webhook/support.ts'
import { apiOf, pathOf, type Api } from './api.ts'

const root = join(import.meta.dirname, '../..')
const port = 8443

type Object = Record<string, unknown>

export interface Stage extends AsyncDisposable {
	readonly api: Api
	readonly playground: Playground
	/** With all rules of the schema, or with its types alone. */
	useSchema(which: 'whole' | 'types only'): Promise<void>
	/** Starts the webhook and registers it; the returned function ends its process and leaves the registration. */
	startWebhook(): Promise<() => Promise<void>>
	unregister(): Promise<void>
	guardDeletion(): Promise<void>
}

const withoutRules = (node: unknown): unknown => {
	if (Array.isArray(node)) return node.map(withoutRules)
	if (typeof node !== 'object' || node === null) return node
	const dropped = ['x-kubernetes-validations', 'enum', 'minimum', 'maximum', 'pattern', 'maxItems']
	return Object.fromEntries(
		Object.entries(node)
			.filter(
				([key, value]) => !(dropped.includes(key) && (typeof value !== 'object' || Array.isArray(value))),
			)
			.map(([key, value]) => [key, withoutRules(value)]),
	)
}

const asApplied = async (playground: Playground, folder: string): Promise<Object[]> => {
	const text = await playground.kubectl(['kustomize', join(root, folder)])
	return parseAllDocuments(text).map((document) => document.toJS() as Object)
}

export async function stage(word: string): Promise<Stage> {
	const name = `test-${word}-${process.pid}`
	const playground = await Playground.start({ name, nodes: 0 })
	const api = await apiOf(playground.files.kubeconfig)
	const apply = async (objects: readonly unknown[]): Promise<void> => {
		const list = { apiVersion: 'v1', kind: 'List', items: objects }
		await playground.kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], {
			input: JSON.stringify(list),
		})
	}
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-admission-'))
	const pair = { ...newPair() }
	const authority = pair.ca

	const registered = async (): Promise<Object[]> => {
		const objects = await asApplied(playground, 'config/webhook')
		return objects
			.filter(({ kind }) => String(kind).endsWith('WebhookConfiguration'))
			.map((object) => ({
				...object,
				webhooks: (object['webhooks'] as { clientConfig: { service: { path: string } } }[]).map((one) => ({
					...one,
					clientConfig: {
						url: `https://127.0.0.1:${port}${one.clientConfig.service.path}`,
						caBundle: Buffer.from(authority).toString('base64'),
					},
				})),
			}))
	}

	let running: ChildProcess | undefined
	const stopWebhook = async (): Promise<void> => {
		if (running === undefined || running.exitCode !== null || running.signalCode !== null) return
		const ended = new Promise((resolve) => running?.once('exit', resolve))
		running.kill('SIGKILL')
		await ended
	}

	return {
		api,
		playground,
		async useSchema(which) {
			const all = kinds.map((kind) => (which === 'whole' ? crd(kind) : withoutRules(crd(kind))))
			await apply(all)
			for (const kind of kinds) await untilEstablished(api, crd(kind).metadata.name)
			await settle(api, which)
		},
		async startWebhook() {
			await writePair(dir, pair)
			const net = `/proc/${await playground.pid()}/ns/net`
			const argv = [
				join(root, 'webhook/main.ts'),
				'--port',
				String(port),
				'--certificates',
				dir,
				'--releases',
				join(dir, 'none'),
			]
			running = spawn('nsenter', [`--net=${net}`, process.execPath, ...argv], {
				stdio: ['ignore', 'pipe', 'inherit'],
				env: { ...process.env, LOG_LEVEL: 'info' },
			})
			const child = running
			const { stdout } = child
			if (stdout === null) throw new Error('the webhook has no output')
			await new Promise<void>((resolve, reject) => {
				child.once('exit', (code) => reject(new Error(`the webhook ended with ${code}`)))
				createInterface({ input: stdout }).on('line', (line) => {
					if (line.includes('"serving"')) resolve()
				})
			})
			await apply(await registered())
			return stopWebhook
		},
		async unregister() {
			for (const kind of ['mutating', 'validating'])
				await playground.kubectl([
					'delete',
					`${kind}webhookconfiguration`,
					'kubectl-etcd',
					'--ignore-not-found',
				])
			await sleep(1500) // the API server hears of it within a second
		},
		async guardDeletion() {
			const objects = await asApplied(playground, 'config/webhook')
			await apply(objects.filter(({ kind }) => String(kind).startsWith('ValidatingAdmissionPolicy')))
			await settleGuard(api)
		},
		async [Symbol.asyncDispose]() {
			await stopWebhook()
			api.close()
			await playground.down()
			await forgetLogs(name)
			await rm(dir, { recursive: true, force: true })
		},
	}
}

/** kubectl wait ends with an error where it comes before the first condition: the API server writes null there. */
async function untilEstablished(api: Api, name: string): Promise<void> {
	for (let tries = 0; tries < 300; tries++) {
		const { status: said } = await api.must(
			'GET',
			`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`,
		)
		const { conditions } = said as { conditions?: readonly { type: string; status: string }[] | null }
		if (conditions?.some(({ type, status }) => type === 'Established' && status === 'True')) return
		await sleep(100)
	}
	throw new Error(`${name} is not established`)
}

/** A policy holds a moment after it was applied, too. */
async function settleGuard(api: Api): Promise<void> {
	const path = pathOf('EtcdCluster', 'default', 'guarded')
	const key = 'etcd.database.coreos.com/deletion-protection'
	const metadata = { name: 'guarded', annotations: { [key]: 'true' } }
	const object = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata,
		spec: { size: 3 },
	}
	await api.must('POST', pathOf('EtcdCluster', 'default'), object)
	for (let tries = 0; ; tries++) {
		if ((await api.ask('DELETE', `${path}?dryRun=All`)).status === 403) break
		if (tries === 150) throw new Error('the deletion guard does not hold')
		await sleep(100)
	}
	await api.must(
		'PATCH',
		path,
		{ metadata: { annotations: { [key]: null } } },
		'application/merge-patch+json',
	)
	await api.must('DELETE', path)
}

/** A schema holds a moment after it was applied: until a size that only the rules refuse is answered accordingly. */
async function settle(api: Api, which: 'whole' | 'types only'): Promise<void> {
	const probe = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: 'probe' },
		spec: { size: 4 },
	}
	for (let tries = 0; tries < 100; tries++) {
		const { status, message } = await api.ask('POST', `${pathOf('EtcdCluster', 'default')}?dryRun=All`, probe)
		if (status === 201 ? which === 'types only' : which === 'whole' && message.includes('is even')) return
		await sleep(100)
	}
	throw new Error(`the schema (${which}) does not hold`)
}
