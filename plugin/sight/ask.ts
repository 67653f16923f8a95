// One member, asked in two ways at once: its plain listener, which needs no certificate and no quorum, and as a client.
import type { Duplex } from 'node:stream'
import { ports } from '../../api/names.ts'
import { openEtcd, type EtcdClient } from '../../etcd/client.ts'
import { EtcdError, isStranger } from '../../etcd/errors.ts'
import { alarmsIn, type Membership, type Reported } from '../../etcd/member.ts'
import { askMetrics } from '../../etcd/ask-http.ts'
import { quantile } from '../../etcd/histogram.ts'
import type { Metrics } from '../../etcd/metrics.ts'
import { ForwardError } from '../../kube/forward-error.ts'
import { forwardTo } from '../../kube/forward.ts'
import type { Reach } from '../reach.ts'
import type { Credentials } from './credentials.ts'
import type { MemberReport, Note, Silence } from './sight.ts'
import { within, type Answer } from './within.ts'

export interface Place {
	/** The cluster, as a command takes it. */
	readonly ref: string
	readonly namespace: string
	readonly pod: string
	readonly node: string
	/** The name that its certificate must have. */
	readonly host: string
	readonly credentials: Credentials
	/** Whether it is asked as a client, too. */
	readonly asClient: boolean
	/** How long it may take to answer: what is asked later keeps nobody waiting. */
	readonly withinMs: number
}

export interface Asked {
	readonly report: MemberReport | undefined
	readonly silence: Silence | undefined
	readonly notes: readonly Note[]
	/** etcd's list, through it; only of one through which a quorum has confirmed a read. */
	readonly list: (() => Promise<Membership>) | undefined
	readonly close: () => void
}

interface AsClient {
	readonly client: EtcdClient
	readonly status: Reported
	readonly confirmed: boolean | undefined
	readonly roundTripMs: number
}

export async function askMember({ api }: Reach, place: Place, until: AbortSignal): Promise<Asked> {
	const { namespace, pod, host, credentials, asClient, withinMs } = place
	const dial = async (port: number): Promise<Duplex> => await forwardTo(api, { namespace, pod, port }, until)
	const isOpen = credentials.isPlain || credentials.tls !== undefined
	const tls = !credentials.isPlain && credentials.tls ? { ...credentials.tls, servername: host } : undefined
	const client =
		asClient && isOpen
			? openEtcd({
					host,
					port: ports.client,
					dial: async () => await dial(ports.client),
					...(tls && { tls }),
				})
			: undefined
	const plainListener = { host, port: ports.metrics, dial: async () => await dial(ports.metrics) }
	const [metrics, told] = await Promise.all([
		within(until, async () => await askMetrics(plainListener, withinMs)),
		client ? askAsClient(client, until) : undefined,
	])
	const close = (): void => client?.close()
	const asked = told && 'value' in told ? told.value : undefined
	const plain = 'value' in metrics ? metrics.value : undefined
	const report = reportOf(plain, asked)
	if (report === undefined) {
		const because =
			told && 'because' in told ? told.because : 'because' in metrics ? metrics.because : undefined
		return { report, silence: silenceOf(because, place), notes: noteOf(because), list: undefined, close }
	}
	const list = asked?.confirmed === true ? async () => await asked.client.members() : undefined
	const notes = told && 'because' in told ? clientNotes(told.because, pod) : []
	return { report, silence: undefined, notes, list, close }
}

/** What it says of itself is known although no quorum confirms anything through it in time. */
async function askAsClient(client: EtcdClient, until: AbortSignal): Promise<Answer<AsClient>> {
	const began = performance.now()
	const answer = await within(until, async () => await client.status())
	if ('because' in answer) return answer
	const [status, roundTripMs] = [answer.value, performance.now() - began]
	// A learner confirms nothing.
	const confirm = status.isLearner ? undefined : await within(until, async () => await client.confirm())
	return { value: { client, status, roundTripMs, confirmed: confirm && 'value' in confirm } }
}

function reportOf(plain: Metrics | undefined, asked: AsClient | undefined): MemberReport | undefined {
	if (plain === undefined && asked === undefined) return undefined
	const status = asked?.status
	const number = (value: bigint | undefined): number => Number(value ?? 0n)
	return {
		id: status?.memberId ?? plain?.memberId ?? '',
		leads: status ? status.leader === status.memberId : plain?.isLeader === true,
		hasLeader: status ? status.leader !== undefined : plain?.hasLeader === true,
		isLearner: status?.isLearner ?? plain?.isLearner ?? false,
		version: status?.version ?? plain?.serverVersion ?? '',
		storageVersion: status?.storageVersion ?? '',
		term: status?.term,
		applied: status?.appliedIndex ?? plain?.appliedIndex ?? 0n,
		committed: plain?.committedIndex,
		revision: status?.revision,
		dbSize: number(status?.dbSize ?? plain?.dbSize),
		dbInUse: number(status?.dbSizeInUse || plain?.dbSizeInUse),
		quota: number(status?.quota || plain?.quota),
		fsyncP99: plain?.fsync && quantile(plain.fsync, 0.99)?.seconds,
		leaderChanges: plain?.leaderChanges,
		roundTripMs: asked?.roundTripMs ?? 0,
		confirmed: asked?.confirmed,
		alarms: alarmsIn(status?.errors ?? []),
	}
}

const isLate = (because: unknown): boolean =>
	(because instanceof DOMException && (because.name === 'TimeoutError' || because.name === 'AbortError')) ||
	(because instanceof EtcdError && because.message.startsWith('no answer within'))

function causeOf(because: unknown): unknown {
	return because instanceof EtcdError && because.cause !== undefined ? because.cause : because
}

function silenceOf(because: unknown, { ref, pod, node }: Place): Silence {
	const cause = causeOf(because)
	if (isLate(cause)) return { kind: 'unseen', what: `no answer in time through the kubelet of ${node}` }
	const what = because instanceof Error ? because.message : String(because)
	if (cause instanceof ForwardError && (cause.code === 'ECONNREFUSED' || cause.code === 'ENOENT'))
		return { kind: 'down', what, next: `kubectl etcd logs ${ref} --member ${pod} --previous` }
	return { kind: 'unseen', what }
}

/** What hinders all of them alike is no trouble of the member's. */
function noteOf(because: unknown): readonly Note[] {
	const cause = causeOf(because)
	if (!(cause instanceof ForwardError) || cause.code !== 'EACCES') return []
	return [
		{
			what: 'you may not create pods/portforward: members were not asked',
			next: 'kubectl etcd rbac --for status -o yaml',
		},
	]
}

/** From 3.5 on nobody is told more without a login; older minors say what is asked here to everybody. */
const loginNeeded: Note = {
	what: 'etcd authentication is enabled: revisions and alarms are hidden, and health comes from metrics',
	next: 'kubectl etcd ctl CLUSTER --credentials-secret=NAME endpoint status',
}

function clientNotes(because: unknown, pod: string): readonly Note[] {
	if (because instanceof EtcdError && isStranger(because)) return [loginNeeded]
	const what = isLate(because)
		? 'no answer in time'
		: because instanceof Error
			? because.message
			: String(because)
	return [{ what: `${pod} tells its metrics, and does not answer as a server: ${what}` }]
}
