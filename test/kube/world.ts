// The controller's world on an API server alone: all that ships, and nobody who runs a pod, binds a claim or collects garbage.
import { join } from 'node:path'
import { memberName } from '../../api/names.ts'
import { releases } from '../../api/releases.ts'
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { act } from '../../controller/act.ts'
import { createMemory } from '../../controller/memory.ts'
import { fromServer } from '../../controller/observe/sources.ts'
import { observe, type Look } from '../../controller/observe.ts'
import { optionsOf } from '../../controller/options.ts'
import { createOwnImage } from '../../controller/own-image.ts'
import { plan } from '../../controller/plan.ts'
import { Rival } from '../../controller/rival.ts'
import type { Plan } from '../../controller/step.ts'
import { watchAll, type WatchedAll } from '../../controller/watch-all.ts'
import type { Copies, Key, StoredCluster, World } from '../../controller/world.ts'
import type { KubeApi } from '../../kube/api.ts'
import { kubeClient } from '../../kube/client.ts'
import { kinds, pathOf, type KubeObject } from '../../kube/objects.ts'
import { createLog } from '../../runtime/log.ts'
import { stage, until, type Stage } from './support.ts'

const now = (): number => performance.now()

export interface Followed extends WatchedAll {
	/** Whose pass each change started. */
	readonly told: readonly Key[]
}

export interface Ground extends AsyncDisposable {
	readonly there: Stage
	/** Follows as the controller does that was started with these arguments, until the ground is left. */
	follow(argv?: readonly string[], api?: KubeApi): Promise<Followed>
	/** A namespace in which pods can be made. */
	home(): Promise<string>
}

/** An API server that knows our kinds. */
export async function ground(word: string): Promise<Ground> {
	await using undo = new AsyncDisposableStack()
	const there = undo.use(await stage(word))
	const { kube, playground } = there
	await playground.kubectl(['apply', '--server-side', '-k', join(import.meta.dirname, '../../config/crd')])
	await until(
		'our kinds are served',
		async () => (await there.api.ask('GET', pathOf(kinds.cluster, {}))).status === 200,
		30_000,
	)
	const stop = new AbortController()
	undo.defer(() => stop.abort())
	const held = undo.move()
	return {
		there,
		async follow(argv = [], api = there.api) {
			const told: Key[] = []
			const changed = (key: Key): void => void told.push(key)
			const watcher = {
				options: optionsOf(argv, {}),
				log,
				rival: new Rival(now, Date.now),
				changed,
				backupChanged: () => {},
				restoreChanged: changed,
			}
			const watched = watchAll(api, watcher, stop.signal)
			await until('everything is listed', () => watched.notReadyBecause() === undefined, 30_000)
			return { ...watched, told }
		},
		async home() {
			const namespace = await there.namespace()
			const accounts = { apiVersion: 'v1', kind: 'ServiceAccount', plural: 'serviceaccounts' }
			await kube.create(accounts, { metadata: { namespace, name: 'default' } })
			return namespace
		},
		[Symbol.asyncDispose]: async () => await held.disposeAsync(),
	}
}

const log = createLog('test')
const options = optionsOf([], { OPERATOR_IMAGE: 'registry.invalid/operator' })
let names = 0

export const worldOf = (api: KubeApi, copies: Copies, mayAct: () => void = () => {}): World => ({
	kube: kubeClient(api),
	copies,
	memory: createMemory(now),
	options,
	releases,
	log,
	mayAct,
	heldBecause: () => undefined,
	ownImage: createOwnImage(kubeClient(api), options, log, now),
	randomName: (cluster) => memberName(cluster, `n${names++}`),
})

export const small: ClusterSpec = { size: 1, version: '3.6.16', repository: 'registry.invalid/etcd' }
export const onClaims: ClusterSpec = {
	...small,
	pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '1Gi' } } } },
}

export const makeCluster = async (
	{ kube }: Pick<World, 'kube'>,
	{ namespace, name }: Key,
	spec: ClusterSpec,
	annotations: Readonly<Record<string, string>> = {},
): Promise<StoredCluster> =>
	await kube.create<StoredCluster>(kinds.cluster, {
		metadata: { namespace, name, annotations },
		spec,
	})

async function lookAt(world: World, key: Key): Promise<Look> {
	const look = await observe(world, key, await fromServer(world, key))
	if (look === undefined) throw new Error(`there is no cluster ${key.name}`)
	return look
}

export interface Next {
	readonly look: Look
	readonly step: Plan
}

export async function nextOf(world: World, key: Key): Promise<Next> {
	const look = await lookAt(world, key)
	return { look, step: plan(look.seen) }
}

/** Does what is planned until it would do this. */
export async function upTo(world: World, key: Key, wanted: Plan['do']): Promise<Next> {
	const done: string[] = []
	while (done.length < 10) {
		const { look, step } = await nextOf(world, key)
		if (step.do === wanted) return { look, step }
		await act(world, key, look, step)
		done.push(step.do)
	}
	throw new Error(`not ${wanted}, but ${done.join(', ')}`)
}

/** All that a controller could have written, of one namespace. */
export async function everything(
	{ kube }: Pick<World, 'kube'>,
	namespace: string,
): Promise<readonly KubeObject[]> {
	const ours = [
		kinds.cluster,
		kinds.pod,
		kinds.claim,
		kinds.service,
		kinds.budget,
		kinds.networkPolicy,
		kinds.event,
		kinds.lease,
	]
	return (
		await Promise.all(ours.map(async (kind) => await kube.list<KubeObject>(kind, { namespace })))
	).flat()
}
