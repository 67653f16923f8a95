// Reads the secrets that a cluster's TLS stands on, and judges them before anybody is given anything of them.
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { clientsSpeakTls, membersSpeakTls, tlsSources, type TlsSource } from '../../api/tls.ts'
import { annotations, certificateName, clientsName, keptName } from '../../api/names.ts'
import { unionOf } from '../../runtime/pki/authorities.ts'
import { isOwnedBy, kinds, type KubeObject } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { certificateObject, hostsOf } from '../objects/certificates.ts'
import type { TlsSeen } from '../observed.ts'
import type { Owner } from '../place.ts'
import { canonical } from '../template.ts'
import { awaited, nextKept } from '../tls/keeping.ts'
import { clientsDataOf, keptIn, leavesOf, trustOf, type Kept } from '../tls/kept.ts'
import { readKeys } from '../../api/tls-keys.ts'
import { judgeSecret, type Judged } from '../tls/secrets.ts'
import { idOf, type World } from '../world.ts'
import { issuerMissing } from './issuer.ts'

interface Secret extends KubeObject {
	readonly data?: Readonly<Record<string, string>>
}

interface Certificate extends KubeObject {
	readonly status?: {
		readonly conditions?: readonly {
			readonly type: string
			readonly status: string
			readonly message?: string
		}[]
	}
}

/** What stands in the API server about it, read now and then: it is watched by nobody, since who may watch secrets may read all of them. */
interface Read {
	readonly sources: readonly (TlsSource & { readonly data: Secret['data'] })[]
	readonly kept: Secret | undefined
	readonly clients: Secret | undefined
	readonly certificates: ReadonlyMap<string, Certificate | undefined>
	/** Why nothing will be issued. */
	readonly issuer: string | undefined
}

async function read(world: World, owner: Owner, spec: ClusterSpec): Promise<Read> {
	const { kube } = world
	const { namespace, name } = owner
	const secret = async (of: string): Promise<Secret | undefined> =>
		await kube.get<Secret>(kinds.secret, { namespace, name: of })
	const sources = tlsSources(name, spec.TLS)
	const issued = spec.TLS?.certManager === undefined ? [] : sources
	const [kept, clients, found, certificates] = await Promise.all([
		secret(keptName(name)),
		secret(clientsName(name)),
		Promise.all(sources.map(async (source) => ({ ...source, data: (await secret(source.secret))?.data }))),
		Promise.all(
			issued.map(async ({ role }) => {
				const of = certificateName(name, role)
				return [of, await kube.get<Certificate>(kinds.certificate, { namespace, name: of })] as const
			}),
		),
	])
	const isWaited = issued.length > 0 && found.some(({ data }) => data === undefined)
	const issuer = isWaited ? await issuerMissing(world, owner, spec) : undefined
	return { sources: found, kept, clients, certificates: new Map(certificates), issuer }
}

const shortestMs = 1000
const longestMs = 140_000
/** Less often everything is looked at anyway. */
const hurryMs = 60_000

/** Certificates that last two minutes are looked at every few seconds, those that last months every few minutes. */
function againAfter(ends: readonly (number | undefined)[], now: number): number {
	const left = Math.min(...ends.map((end) => (end === undefined ? 0 : end - now)))
	return Math.min(longestMs, Math.max(shortestMs, left / 12))
}

export interface Certified {
	readonly seen: TlsSeen
	readonly kept: Kept
	/** As the API server knows it. */
	readonly stored: KubeObject | undefined
}

interface SourceJudged extends TlsSource {
	readonly judged: Judged
}

function judged(
	{ sources }: Read,
	owner: Owner,
	spec: ClusterSpec,
	world: World,
	now: number,
): readonly SourceJudged[] {
	const { clusterDomain } = world.options
	const authorities = (role: TlsSource['role']): string => {
		const found = sources.find((source) => source.role === role)
		const keys = readKeys(role, found?.data)
		return typeof keys === 'string' ? '' : keys.texts.authorities
	}
	// Servers and clients may have been given authorities crosswise: each trusts those that the other's certificates are from.
	const met = unionOf(authorities('server'), authorities('client'))
	return sources.map(({ role, secret, data }) => ({
		role,
		secret,
		judged: judgeSecret(role, data, {
			hosts: hostsOf(owner, spec, role, clusterDomain),
			now,
			alsoTrusted: role === 'peer' ? '' : met,
		}),
	}))
}

/** cert-manager's own words on why it has not issued one. */
const complaintIn = (certificate: Certificate | undefined): string =>
	certificate?.status?.conditions?.find(({ type, status }) => type === 'Ready' && status === 'False')
		?.message ?? ''

function troublesOf(all: readonly SourceJudged[], { certificates, issuer }: Read): TlsSeen['troubles'] {
	const noIssuer = issuer === undefined ? [] : [{ reason: 'IssuerMissing', message: issuer }]
	const unfit = all.flatMap(({ secret, judged: { because } }) => {
		if (because === undefined) return []
		const complaint = complaintIn(certificates.get(secret))
		const said = complaint ? ` (cert-manager says: ${complaint})` : ''
		return [{ reason: 'CertificateUnfit', message: `secret ${secret} ${because}${said}` }]
	})
	return [...noIssuer, ...unfit]
}

/** In the last tenth of its time nobody has renewed it. */
const expiring = (all: readonly SourceJudged[], now: number): TlsSeen['troubles'] =>
	all.flatMap(({ secret, judged: { notBefore = 0, notAfter, because } }) =>
		notAfter === undefined || because !== undefined || notAfter - now > (notAfter - notBefore) / 10
			? []
			: [
					{
						reason: 'CertificateExpires',
						message: `the certificate in secret ${secret} ends at ${new Date(notAfter).toISOString()}: renew it`,
					},
				],
	)

const trustsOf = (pods: readonly Pod[]): readonly string[] =>
	pods.flatMap(({ metadata }) => metadata.annotations?.[annotations.trust] ?? [])

/** Nothing without TLS. */
export async function tlsSeen(
	world: World,
	owner: Owner,
	spec: ClusterSpec,
	pods: readonly Pod[],
): Promise<Certified | undefined> {
	const [peers, clients] = [membersSpeakTls(spec.TLS), clientsSpeakTls(spec.TLS)]
	if (!peers && !clients) return undefined
	const now = Date.now()
	const what = JSON.stringify([spec.TLS, spec.pod?.ClusterDomain])
	// Judged as often as they are read: the sooner one ends, the sooner that is.
	const { found, all, hurried } = await world.memory.recall(idOf(owner), what, async () => {
		const fresh = await read(world, owner, spec)
		const verdicts = judged(fresh, owner, spec, world, now)
		const ends = verdicts.map(({ judged: one }) => (one.because === undefined ? one.notAfter : undefined))
		const forMs = againAfter(ends, now)
		return { value: { found: fresh, all: verdicts, hurried: forMs < hurryMs }, forMs }
	})
	const isForeign = found.kept !== undefined && !isOwnedBy(found.kept, owner.uid)
	const kept = keptIn(isForeign ? undefined : found.kept?.data, found.kept?.metadata.annotations)
	const sources = all.map(({ role, judged: { pair } }) => ({ role, pair }))
	const looked = { sources, kept, trusts: trustsOf(pods), now }
	const next = nextKept(looked)
	const change = isForeign ? undefined : (next ?? handedOn(found.clients, owner, kept))
	const isWhole = all.every(({ role }) => kept.pairs[role] !== undefined)
	const taken = {
		reason: 'NameTaken',
		message: `secret ${keptName(owner.name)} is not ours; it is left alone: delete it`,
	}
	return {
		kept,
		stored: isForeign ? undefined : found.kept,
		seen: {
			trust: isWhole ? trustOf(kept) : undefined,
			leaf: isWhole ? leavesOf(kept) : undefined,
			change,
			hurried,
			awaited: isForeign || next !== undefined ? undefined : awaited(looked),
			unissued: unissued(found, owner, spec, world),
			troubles: [...(isForeign ? [taken] : []), ...troublesOf(all, found), ...expiring(all, now)],
			certificates: all.map(({ role, secret, judged: { notAfter } }) => ({ role, secret, notAfter })),
		},
	}
}

/** Applications are given what is kept for them once it is kept. */
function handedOn(there: Secret | undefined, owner: Owner, kept: Kept): TlsSeen['change'] {
	const data = clientsDataOf(kept)
	if (data === undefined || (there !== undefined && !isOwnedBy(there, owner.uid))) return undefined
	if (canonical(there?.data) === canonical(data)) return undefined
	return { why: `clients get other certificates, in secret ${clientsName(owner.name)}`, kept }
}

/** Missing, or made from another spec. */
const unissued = (
	{ certificates }: Read,
	owner: Owner,
	spec: ClusterSpec,
	{ options }: World,
): readonly string[] =>
	tlsSources(owner.name, spec.TLS)
		.filter(({ secret }) => certificates.has(secret))
		.filter(({ role, secret }) => {
			const wanted = certificateObject(owner, spec, role, options.clusterDomain).metadata.annotations
			const there = certificates.get(secret)?.metadata.annotations
			return there?.[annotations.template] !== wanted?.[annotations.template]
		})
		.map(({ secret }) => secret)
