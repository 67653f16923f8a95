// kubectl etcd create.
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { carryOut } from '../change/carry-out.ts'
import { creation } from '../change/change.ts'
import { judged } from '../change/judged.ts'
import { mannerOf } from '../change/manner.ts'
import { commented, clusterOf } from '../create/manifest.ts'
import { givenIn, type Given } from '../create/documents.ts'
import { inFlags, wantedOf } from '../create/wanted.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Cluster } from '../target.ts'
import { afterwards } from '../wait/afterwards.ts'

export async function run(call: Call): Promise<number> {
	const { args, flags } = call
	const file = flags.text('filename')
	const [name, more] = args
	if (more !== undefined) throw new Failure(`"${more}" is one name too many; a cluster is made at a time`)
	if (file !== undefined && name !== undefined)
		throw new Failure(`"${name}" and -f ${file}: write a name, or a file that has it`)
	if (file !== undefined) return await fromFile(call, file)
	if (name === undefined)
		throw new Failure({ what: 'which name? write kubectl etcd create NAME, or -f FILE' })
	return await fromFlags(call, name)
}

async function fromFlags(call: Call, name: string): Promise<number> {
	const { flags, terminal } = call
	const manner = mannerOf(flags)
	// A manifest needs no cluster, and so no kubeconfig.
	const isOffline = manner.dryRun === 'client'
	const namespace = isOffline ? flags.text('namespace') : (await call.reach()).namespace
	const cluster = clusterOf(wantedOf(name, namespace, flags))
	const own = judged('EtcdCluster', undefined, cluster, inFlags)
	if (isOffline && manner.output === 'yaml') {
		for (const warning of own) terminal.err(`Warning: ${warning}\n`)
		terminal.out(commented(cluster))
		return exits.done
	}
	const change = creation(kinds.cluster, cluster)
	const { object } = await carryOut(call, change, undefined, own)
	const made = { cluster: object as Cluster, stored: manner.dryRun === 'none', exit: exits.done }
	return await afterwards(call, made, { what: 'healthy' })
}

/** All of them are judged before the first is sent. */
async function fromFile(call: Call, file: string): Promise<number> {
	const { namespace } = await call.reach()
	const all = await givenIn(file, namespace, call.flags.isGiven('namespace'))
	const ready = all.map((one) => ({ ...one, own: judgedIn(one, file) }))
	for (const { kind, place, object, own } of ready) {
		const { object: stored } = await carryOut(call, creation(place, object), undefined, own)
		const made = mannerOf(call.flags).dryRun === 'none' && kind === 'EtcdCluster'
		await afterwards(
			call,
			{ cluster: stored as Cluster, stored: made, exit: exits.done },
			{ what: 'healthy' },
		)
	}
	return exits.done
}

const judgedIn = ({ kind, object }: Given, file: string): readonly string[] =>
	judged(
		kind,
		undefined,
		object,
		({ field, message }) => `${file}: ${object.metadata.name}: ${field}: ${message}`,
	)
