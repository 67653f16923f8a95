// What there is before anything is restored: the snapshot that is named, and the cluster that it was taken of or is to replace.
import { stat } from 'node:fs/promises'
import { isForbidden, isNotFound } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Backup } from '../backups/backup.ts'
import { backupNamed } from '../backups/stored.ts'
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import { gather } from '../sight/gather.ts'
import { hiddenBy } from '../sight/hidden.ts'
import { accessOf, encryptionOf, storeFlags } from '../stores/options.ts'
import { sourceAt, urlOf } from '../stores/url.ts'
import type { Cluster, Named } from '../target.ts'
import { chosenOf, type Chosen } from './chosen.ts'
import { endsLikeFile, fromOf, ofThisMachine } from './from.ts'
import type { Live } from './live.ts'

const isFile = async (path: string): Promise<boolean> =>
	await stat(path).then(
		(found) => found.isFile(),
		() => false,
	)

/** An EtcdBackup is where its cluster is: its Secrets are there. */
export async function lookFor(call: Call, text: string, namespace: string | undefined): Promise<Chosen> {
	const { flags } = call
	const from = fromOf(text)
	if (from.is === 'place')
		return {
			snapshot: { ...sourceAt(from.place, accessOf(flags, from.place)), ...encryptionOf(flags) },
			url: urlOf(from.place),
			backup: undefined,
			of: undefined,
			last: undefined,
			etcdVersion: undefined,
		}
	const given = storeFlags.find((name) => flags.isGiven(name))
	if (given !== undefined)
		throw new Failure(
			`--${given}: is as EtcdBackup ${from.name} has it; leave it out, or write the place of the snapshot as a URL`,
		)
	const reach = await call.reach()
	const at = { namespace: namespace ?? reach.namespace, name: from.name }
	const found = await reach.kube.get<Backup>(kinds.backup, at)
	if (found === undefined && (endsLikeFile(text) || (await isFile(text)))) throw ofThisMachine(text)
	const otherwise = 'kubectl get etcdbackups, or write a URL such as s3://BUCKET/KEY'
	return chosenOf(found ?? (await backupNamed(reach, at, otherwise)), from.object)
}

const askingMs = 5000

/** How far it is now; nothing of it is needed, so that whatever hides it is only said. */
export async function liveOf(call: Call, at: Named, known?: Cluster): Promise<Live> {
	const reach = await call.reach()
	const { name } = at
	try {
		const cluster = known ?? (await reach.kube.get<Cluster>(kinds.cluster, at))
		if (cluster === undefined) return { is: 'gone', name }
		const id = cluster.status?.clusterID
		const sight = await gather(reach, cluster, { depth: 3, timeoutMs: askingMs }, call.signal)
		const reports = sight.members.flatMap(({ report }) => report ?? [])
		const revisions = reports.flatMap(({ revision }) => revision ?? [])
		if (revisions.length === 0)
			return { is: 'silent', name, id, because: hiddenBy(sight).why ?? 'no member answers' }
		const revision = revisions.reduce((one, other) => (one > other ? one : other))
		return { is: 'heard', name, id, revision, isAll: reports.some(({ confirmed }) => confirmed === true) }
	} catch (reason) {
		if (!isForbidden(reason) && !isNotFound(reason)) throw reason
		return { is: 'silent', name, id: undefined, because: (reason as Error).message }
	}
}
