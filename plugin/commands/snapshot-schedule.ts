// kubectl etcd snapshot schedule.
import { backedUp } from '../../api/backed-up.ts'
import { kinds } from '../../kube/objects.ts'
import type { Backup } from '../backups/backup.ts'
import { nextRuns, runLines } from '../backups/runs.ts'
import { changedSchedule, isWished, newSchedule, scheduleLine } from '../backups/schedule.ts'
import { scheduleLines } from '../backups/show-schedule.ts'
import { backupNamed } from '../backups/stored.ts'
import type { Call } from '../call.ts'
import { alterObject } from '../change/alter.ts'
import { carryOut } from '../change/carry-out.ts'
import { creation, titleOf } from '../change/change.ts'
import { givenName } from '../change/given-name.ts'
import { judged } from '../change/judged.ts'
import { printable } from '../change/tell.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { documentText } from '../output.ts'
import { lookOf } from '../screen/look.ts'
import { backupPlace } from '../snapshot/which.ts'
import { named, targetOf, type Cluster, type Named } from '../target.ts'

const usage = (name: string): string =>
	`kubectl etcd snapshot schedule ${name} --cron "0 */4 * * *" --keep 24 --to s3://BUCKET/KEY --secret NAME`

/** Minutes by which the clocks here are ahead of UTC. */
const offsetOf = (at: number): number => -new Date(at).getTimezoneOffset()

const runsOf = (backup: Backup, now: number): readonly string[] =>
	runLines(nextRuns(backup, now), now, offsetOf)

export async function run(call: Call): Promise<number> {
	const [word, more] = call.args
	if (more !== undefined)
		throw new Failure(
			`"${more}" is one word too many; write the cron line in quotes, as --cron "0 */4 * * *"`,
		)
	const name = givenName(call.flags, 'EtcdBackup')
	if (!isWished(call.flags)) return await shown(call, word, name)
	const { namespace, kube } = await call.reach()
	const only = word === undefined ? await targetOf(call) : undefined
	const of = only === undefined ? named(word ?? '', namespace) : atOf(only, namespace)
	const at = { ...of, name: name ?? of.name }
	const found = await kube.get<Backup>(kinds.backup, at)
	if (found === undefined) return await made(call, only ?? (await targetOf(call)), at.name)
	return await changed(call, found, { at, of, isCluster: name !== undefined || only !== undefined })
}

const atOf = ({ metadata }: Cluster, namespace: string): Named => ({
	namespace: metadata.namespace ?? namespace,
	name: metadata.name,
})

async function shown(call: Call, word: string | undefined, name: string | undefined): Promise<number> {
	const { flags, terminal, clock } = call
	if (word === undefined && name === undefined)
		throw new Failure({ what: 'which schedule? write the name of an EtcdBackup', next: usage('CLUSTER') })
	const reach = await call.reach()
	const of =
		word === undefined ? { namespace: reach.namespace, name: name ?? '' } : backupPlace(word, reach.namespace)
	const at = { ...of, name: name ?? of.name }
	const more = name === undefined ? '' : ` --name ${name}`
	const backup = await backupNamed(reach, at, `${usage(word ?? 'CLUSTER')}${more} makes one`)
	const output = flags.text('output')
	const lines = scheduleLines(backup, runsOf(backup, clock()), clock())
	if (output === 'name') terminal.out(`${titleOf(kinds.backup, backup.metadata.name)}\n`)
	else if (output !== undefined) terminal.out(await documentText(output, printable(backup)))
	else terminal.out(`${lines.map(lookOf(terminal).letters).join('\n')}\n`)
	return exits.done
}

const words: Readonly<Record<string, string>> = {
	'spec.backupPolicy.schedule': '--cron',
	'spec.backupPolicy.maxBackups': '--keep',
}
const reword = ({ field, message }: { readonly field: string; readonly message: string }): string =>
	`${words[field] ?? field}: ${message}`

async function made(call: Call, cluster: Cluster, name: string): Promise<number> {
	const now = call.clock()
	const object = newSchedule(cluster, name, call.flags, now)
	const own = judged('EtcdBackup', undefined, object, reword)
	const lines = [scheduleLine(object), ...runsOf(object, now)]
	await carryOut(call, creation(kinds.backup, object, lines), undefined, own)
	return exits.done
}

interface Meant {
	readonly at: Named
	/** The cluster, or what may be one. */
	readonly of: Named
	readonly isCluster: boolean
}

async function changed(call: Call, found: Backup, meant: Meant): Promise<number> {
	await refuseAnothers(call, found, meant)
	const now = call.clock()
	const read = async (): Promise<Backup> => await backupNamed(await call.reach(), meant.at, usage('CLUSTER'))
	const subject = { kind: 'EtcdBackup', place: kinds.backup, read } as const
	const { exit, object } = await alterObject(call, subject, (backup) => ({
		...changedSchedule(backup, call.flags, now),
		reword,
	}))
	const lines = [`now     ${scheduleLine(object as Backup)}`, ...runsOf(object as Backup, now)]
	call.terminal.err(`${lines.join('\n')}\n`)
	return exit
}

/** Of two clusters’ backups none is guessed. */
async function refuseAnothers(
	call: Call,
	{ metadata, spec }: Backup,
	{ of, isCluster }: Meant,
): Promise<void> {
	const { kube, namespace } = await call.reach()
	const is = backedUp(metadata.namespace ?? namespace, spec)
	if (is?.name === of.name && is.namespace === of.namespace) return
	// A word may be the name of a backup whose cluster is called otherwise.
	if (!isCluster && (await kube.get<Cluster>(kinds.cluster, of)) === undefined) return
	throw new Failure({
		what: `EtcdBackup ${metadata.name} is of ${is === undefined ? 'addresses' : `cluster ${is.name}`}, and not of ${of.name}; write another one’s name as --name`,
		next: 'nothing was changed',
	})
}
