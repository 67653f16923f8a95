// A pod that reads the store of one EtcdBackup, for as long as a command runs: made, waited for, reached, and deleted whatever happens.
import { createHash, randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { taskResources } from '../../api/task-program.ts'
import { serving } from '../../api/task.ts'
import { isForbidden, KubeError } from '../../kube/errors.ts'
import { forwardTo } from '../../kube/forward.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { follow, type Copy } from '../../kube/watch.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Reach } from '../reach.ts'
import { lookOf } from '../screen/look.ts'
import { Moving } from '../screen/moving.ts'
import { backupRef, type Backup } from '../backups/backup.ts'
import { readerOver, type Reader } from './asking.ts'
import { operatorImage } from './image.ts'
import { patient } from './patient.ts'
import { readerPod } from './pod.ts'
import { isFinal } from '../wait/follow.ts'
import { standingOf } from './standing.ts'

const openingMs = 10_000
const tidyMs = 1000

const { requests, limits } = taskResources

/** What a quota, a policy or a missing account says; what RBAC says is told elsewhere. */
const isRbac = (message: string): boolean => /cannot \w+ resource/.test(message)

async function create({ kube }: Reach, pod: KubeObject): Promise<KubeObject> {
	return await kube.create(kinds.pod, pod).catch((reason: unknown) => {
		if (!isForbidden(reason) || isRbac((reason as Error).message)) throw reason
		throw new Failure(
			{
				what: `the pod that reads the store may not be made in ${pod.metadata.namespace}`,
				why: (reason as Error).message,
				next: `have the quota or the policy of the namespace let it in: it asks for ${requests.cpu} and ${requests.memory}, and is limited to ${limits.memory}`,
			},
			reason,
		)
	})
}

/** The list of pods, which an API server that has gone away owes for ever. */
async function within(call: Call, synced: Promise<unknown>): Promise<void> {
	const late = new AbortController()
	const { flags } = call
	const over = sleep(flags.span('timeout'), 'over', { signal: late.signal }).catch(() => 'in time')
	const said = await Promise.race([synced.then(() => 'in time'), over])
	late.abort()
	if (said === 'over')
		throw new Failure({
			what: `the API server did not answer within ${flags.text('timeout')}`,
			next: 'kubectl cluster-info',
			exit: exits.timeout,
		})
}

interface Around {
	readonly call: Call
	readonly reach: Reach
	readonly backup: Backup
	readonly pod: KubeObject
}

function followed(
	{ reach, pod }: Around,
	changed: () => void,
	failed: (reason: unknown) => void,
	stop: AbortSignal,
): Copy<Pod> {
	return follow<Pod>(
		reach.api,
		{
			kind: kinds.pod,
			namespace: pod.metadata.namespace,
			selector: `fieldSelector=${encodeURIComponent(`metadata.name=${pod.metadata.name}`)}`,
			failed: (reason) => void (isFinal(reason) && failed(reason)),
			changed,
		},
		stop,
	)
}

/** Throws once nothing will come of it, or when the time is over. */
async function started(around: Around, copy: () => Copy<Pod>, changes: { wake: () => void }): Promise<void> {
	const { call, backup, pod } = around
	const { namespace = '', name } = pod.metadata
	const isTerminal = process.stderr.isTTY
	const moving = new Moving(call.terminal.err, { isTerminal, look: lookOf(call.terminal), names: [] })
	const timeoutMs = call.flags.span('timeout')
	const late = performance.now() + timeoutMs
	let because: string | undefined
	try {
		for (;;) {
			call.signal.throwIfAborted()
			const standing = standingOf(copy().get(namespace, name))
			if (standing.is === 'over') throw new Failure(standing.told)
			if (standing.is === 'running') return
			;({ because } = standing)
			moving.now(
				'',
				`waiting for pod ${name}, which reads the store${because === undefined ? '' : `: ${because}`}`,
			)
			const left = late - performance.now()
			if (left <= 0) break
			const { promise, resolve } = Promise.withResolvers<void>()
			changes.wake = resolve
			await Promise.race([promise, sleep(left, undefined, { signal: call.signal }).catch(() => {})])
		}
	} finally {
		moving.clear()
	}
	throw new Failure({
		what: `the pod that reads the store has not started within ${call.flags.text('timeout')}`,
		why: because ?? 'its node says nothing: an image that takes long, or a volume that another node has',
		next: `give it longer by --timeout, or look at   kubectl describe etcdbackup ${backupRef(backup)}`,
		exit: exits.timeout,
	})
}

/** Says why the pod has ended if it has: whoever finds no way to it asks for another. */
function dialler({ reach, pod }: Around, copy: () => Copy<Pod>) {
	const { namespace = '', name } = pod.metadata
	return async (signal: AbortSignal): Promise<Duplex> => {
		const standing = standingOf(copy().get(namespace, name))
		if (standing.is === 'over') throw new Failure(standing.told)
		const until = AbortSignal.any([signal, AbortSignal.timeout(openingMs)])
		return await forwardTo(reach.api, { namespace, pod: name, port: serving.port }, until)
	}
}

async function removed({ call, reach }: Around, made: KubeObject): Promise<void> {
	const { namespace = '', name } = made.metadata
	const uid =
		made.metadata.uid ??
		(await reach.kube.get(kinds.pod, { namespace, name }).catch(() => undefined))?.metadata.uid
	if (uid === undefined) return
	await reach.kube.remove(kinds.pod, { namespace, name, uid }).catch((reason: unknown) => {
		call.terminal.err(
			`pod ${name} could not be deleted (${(reason as Error).message}); it ends by itself within ${serving.idleSeconds / 60} minute. To delete it:   kubectl delete pod ${name} -n ${namespace}\n`,
		)
	})
}

export async function withReader<T>(
	call: Call,
	backup: Backup,
	work: (reader: Reader) => Promise<T>,
): Promise<T> {
	const reach = await call.reach()
	const image = call.flags.text('image') ?? (await operatorImage(reach))
	const word = randomBytes(32).toString('base64url')
	const wordSha256 = createHash('sha256').update(word).digest('hex')
	const pod = readerPod(backup, { image, suffix: randomBytes(4).toString('hex'), wordSha256 })
	call.signal.throwIfAborted()
	const around = { call, reach, backup, pod }
	const made = await create(reach, pod).catch(async (reason: unknown) => {
		// It may have been made, and only the answer lost.
		if (reason instanceof KubeError && reason.status === 0) await removed(around, pod)
		throw reason
	})
	const stop = new AbortController()
	let working: Promise<T> | undefined
	try {
		const changes = { wake: (): void => {} }
		const refused = Promise.withResolvers<never>()
		refused.promise.catch(() => {})
		const copy = followed(
			around,
			() => changes.wake(),
			(reason) => refused.reject(reason),
			stop.signal,
		)
		const interrupted = (): void => refused.reject(call.signal.reason)
		call.signal.addEventListener('abort', interrupted)
		if (call.signal.aborted) interrupted()
		const ready = async (): Promise<T> => {
			await within(call, copy.synced)
			await started(around, () => copy, changes)
			return await work(
				patient(
					readerOver(
						dialler(around, () => copy),
						word,
					),
					call,
				),
			)
		}
		working = ready()
		return await Promise.race([working, refused.promise])
	} finally {
		stop.abort()
		await removed(around, made)
		// Who was interrupted says what is left, and closes what is open.
		await Promise.race([working?.catch(() => {}), sleep(tidyMs)])
	}
}
