// What is said while etcd refuses writes, and of upkeep that was asked for and is not done. Pure.
import type { Observed } from '../observed.ts'
import type { Plan } from '../step.ts'

interface Trouble {
	readonly reason: string
	readonly message: string
}

/** What etcd itself has raised, while something is done about it. */
export function alarmed({ members }: Observed, plan: Plan): readonly Trouble[] {
	const kinds = new Set(members.fresh ? members.alarms.map(({ kind }) => kind) : [])
	const isSaid = plan.rule === 'corrupt' || plan.rule === 'noSpace' || plan.rule === 'full'
	const say = (otherwise: string): string => (isSaid ? plan.why : otherwise)
	return [
		...(kinds.has('CORRUPT')
			? [{ reason: 'Corrupt', message: say('etcd has raised CORRUPT: nobody can write') }]
			: []),
		...(kinds.has('NOSPACE')
			? [{ reason: 'NoSpace', message: say('etcd is full and takes no writes') }]
			: []),
	]
}

export function notDefragmented({ upkeep, wanted }: Observed): readonly Trouble[] {
	if (upkeep.unsafe === undefined || wanted?.spec.defrag === undefined) return []
	const message = `members are not defragmented: ${upkeep.unsafe}; write a later patch as spec.version`
	return [{ reason: 'NotDefragmented', message }]
}
