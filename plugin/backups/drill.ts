// kubectl etcd snapshot verify --drill: asks the controller to restore the newest snapshot of an EtcdBackup into an etcd that nobody uses, and
// waits for what that finds.
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { alterObject } from '../change/alter.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { backupPlace } from '../snapshot/which.ts'
import { untilSaid } from '../wait/until-said.ts'
import type { Backup } from './backup.ts'
import { backupNamed } from './stored.ts'
import { tried } from './tried.ts'

const usage = 'kubectl etcd snapshot verify BACKUP --drill'

export async function drill(call: Call): Promise<number> {
	const { args, flags, terminal, clock } = call
	const [word, more] = args
	if (word === undefined)
		throw new Failure({ what: 'of which EtcdBackup shall the newest snapshot be tried?', next: usage })
	if (more !== undefined) throw new Failure(`"${more}" is one word too many; write ${usage}`)
	if (flags.isGiven('output'))
		throw new Failure('--output: is for a file; what a drill found is in status.drill of the EtcdBackup')
	const reach = await call.reach()
	const at = backupPlace(word, reach.namespace)
	const read = async (): Promise<Backup> => await backupNamed(reach, at, 'kubectl etcd snapshot ls')
	const occasion = new Date(clock()).toISOString()
	await alterObject(call, { kind: 'EtcdBackup', place: kinds.backup, read }, ({ status }) => {
		if (status?.last === undefined)
			throw new Failure({
				what: `${word} has no proved snapshot yet`,
				next: `kubectl describe etcdbackup ${at.name} -n ${at.namespace}`,
			})
		return {
			verb: 'is being tried',
			patch: { spec: { drill: { occasion } } },
			fields: [['spec', 'drill', 'occasion']],
			lines: [`${status.last.object} is restored into an etcd that nobody uses; no cluster is touched`],
		}
	})
	const timeoutMs = flags.span('timeout')
	const said = await untilSaid<Backup, string>(call, {
		kind: kinds.backup,
		at,
		timeoutMs: timeoutMs > 0 ? timeoutMs : undefined,
		not: 'is still being tried',
		look: (backup) => tried(backup, occasion),
	})
	terminal.out(`${said}\n`)
	return exits.done
}
