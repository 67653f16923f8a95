// kubectl etcd snapshot save --to: an EtcdBackup that is taken once. The cluster uploads; no credentials of the store come by here.
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { carryOut } from '../change/carry-out.ts'
import { creation } from '../change/change.ts'
import { givenName, nameAt } from '../change/given-name.ts'
import { judged } from '../change/judged.ts'
import { mannerOf } from '../change/manner.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { storeFlags, accessOf } from '../stores/options.ts'
import { inside, placeAt, sourceAt, urlOf } from '../stores/url.ts'
import { targetOf } from '../target.ts'
import { backupOf } from './backup.ts'
import { untilTaken } from './until-taken.ts'

/** What only a file has, and what only a store has. */
const ofFiles = ['from-member', 'force', 'allow-stale', 'credentials-secret'] as const
const ofStores = [...storeFlags, 'service-account', 'name', 'wait', 'dry-run', 'output'] as const

export function refuseWithoutTo({ flags }: Call): void {
	const given = ofStores.find((name) => flags.isGiven(name))
	if (given !== undefined)
		throw new Failure(`--${given}: is for a store; write --to s3://BUCKET/KEY as well, or leave it out`)
}

export async function saveTo(call: Call, url: string): Promise<number> {
	const { args, flags, terminal, clock } = call
	// First, since what may hold a password is said again nowhere.
	const place = placeAt(url, '--to')
	if (args[1] !== undefined)
		throw new Failure(
			`"${args[1]}" and --to ${url}: a snapshot goes into a file or a store; write one of them`,
		)
	const given = ofFiles.find((name) => flags.isGiven(name))
	if (given !== undefined)
		throw new Failure(
			`--${given}: is for a file; with --to a Job of the cluster takes the snapshot, so leave it out`,
		)
	const named = givenName(flags, 'EtcdBackup')
	const access = accessOf(flags, place)
	const cluster = await targetOf(call)
	const name = named ?? nameAt(cluster.metadata.name, clock())
	const at = inside(place, name)
	const object = backupOf(cluster, name, sourceAt(at, access), flags)
	const own = judged('EtcdBackup', undefined, object)
	const lines = [`${cluster.metadata.name} is saved to ${urlOf(at)} by a Job of EtcdBackup ${name}`]
	await carryOut(call, creation(kinds.backup, object, lines), undefined, own)
	if (mannerOf(flags).dryRun !== 'none' || !(flags.truth('wait') ?? terminal.isLive)) return exits.done
	const { namespace = '' } = cluster.metadata
	const timeoutMs = flags.span('timeout')
	terminal.err(`${await untilTaken(call, { namespace, name }, timeoutMs > 0 ? timeoutMs : undefined)}\n`)
	return exits.done
}
