// kubectl etcd snapshot ls.
import { backedUp } from '../../api/backed-up.ts'
import { isForbidden } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { documentText } from '../output.ts'
import type { Reach } from '../reach.ts'
import { lookOf } from '../screen/look.ts'
import type { Backup } from '../backups/backup.ts'
import { backupOf } from '../snapshot/which.ts'
import { backupLines, backupsDocument, staleLines, staleOf } from '../snapshot/backups.ts'
import { withSnapshots } from '../snapshot/looking.ts'
import { gapLines, headLines, objectsDocument, snapshotLines } from '../snapshot/objects.ts'

const isDocument = (format: string | undefined): format is 'json' | 'yaml' =>
	format === 'json' || format === 'yaml'

export async function run(call: Call): Promise<number> {
	const { args, flags } = call
	const [word] = args
	if (word === undefined) return await allBackups(call)
	const other = ['all-namespaces', 'of'].find((name) => flags.isGiven(name))
	if (other !== undefined)
		throw new Failure(`--${other} chooses among EtcdBackups, and ${word} is one; leave out one of them`)
	return await oneBackup(call)
}

async function found({ kube, namespace }: Reach, everywhere: boolean): Promise<readonly Backup[]> {
	return await kube.list<Backup>(kinds.backup, everywhere ? {} : { namespace }).catch((reason: unknown) => {
		if (!isForbidden(reason) || !everywhere) throw reason
		throw new Failure(
			{
				what: (reason as Error).message,
				why: 'to see all namespaces takes a ClusterRole that may list etcdbackups',
				next: `kubectl etcd snapshot ls --namespace ${namespace}`,
			},
			reason,
		)
	})
}

async function allBackups(call: Call): Promise<number> {
	const { flags, terminal, clock } = call
	const reach = await call.reach()
	const everywhere = flags.truth('all-namespaces') === true
	const of = flags.text('of')
	const every = await found(reach, everywhere)
	const backups =
		of === undefined
			? every
			: every.filter((one) => backedUp(one.metadata.namespace ?? '', one.spec)?.name === of)
	const [format, now, look] = [flags.text('output'), clock(), lookOf(terminal)]
	if (isDocument(format)) {
		terminal.out(await documentText(format, backupsDocument(backups, now)))
		return exits.done
	}
	if (backups.length === 0) {
		const where = everywhere ? '' : ` in ${reach.namespace} namespace`
		terminal.err(`No EtcdBackups found${where}${of === undefined ? '' : ` of cluster ${of}`}\n`)
		return exits.done
	}
	if (format === 'name') {
		terminal.out(
			backups.map(({ metadata }) => `etcdbackup.etcd.database.coreos.com/${metadata.name}\n`).join(''),
		)
		return exits.done
	}
	const headers = flags.truth('no-headers') !== true
	const shown = { now, look, isWide: format === 'wide', withNamespace: everywhere, headers }
	terminal.out(`${backupLines(backups, shown).join('\n')}\n`)
	for (const backup of backups) {
		const gap = staleOf(backup, now)
		if (gap !== undefined) terminal.err(`${staleLines(backup, gap, now, look).join('\n')}\n`)
	}
	return exits.done
}

async function oneBackup(call: Call): Promise<number> {
	const { flags, terminal } = call
	const format = flags.text('output')
	const look = lookOf(terminal)
	const seen = await withSnapshots(
		call,
		await backupOf(call, 'ls'),
		async (all) => await Promise.resolve(all),
	)
	if (isDocument(format)) {
		terminal.out(await documentText(format, objectsDocument(seen)))
		return exits.done
	}
	if (format === 'name') {
		terminal.out(seen.snapshots.map(({ name }) => `${name}\n`).join(''))
		return exits.done
	}
	const headers = flags.truth('no-headers') !== true
	const head = headers ? headLines(seen, look) : []
	const rows =
		seen.snapshots.length === 0 ? [] : snapshotLines(seen, { look, isWide: format === 'wide', headers })
	terminal.out([...head, ...rows].map((line) => `${line}\n`).join(''))
	for (const line of gapLines(seen, look)) terminal.err(`${line}\n`)
	return exits.done
}
