// From a wish about one object to its being stored: looked at, judged, agreed to, sent. Whoever writes in between makes it begin anew,
// and is asked again only if it is not the same change any more.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Kind } from '../../api/types.ts'
import { isConflict } from '../../kube/errors.ts'
import { kinds, type Kind as Place, type KubeObject } from '../../kube/objects.ts'
import { targetOf, type Cluster } from '../target.ts'
import { changeOf, changesNothing, type Wish } from './change.ts'
import { consent, type Question } from './consent.ts'
import { judged } from './judged.ts'
import { dryRunWord, mannerOf, type Manner } from './manner.ts'
import { keeperOf } from './owners.ts'
import { pausedWarning } from './paused.ts'
import { send } from './send.ts'
import { printable, tell } from './tell.ts'
import { documentText } from '../output.ts'

export interface Asked extends Wish {
	/** Nothing when nobody has to be asked. */
	readonly question?: Question | undefined
	/** The rules' sentence in the words of the command. */
	readonly reword?: (finding: {
		readonly rule: string
		readonly field: string
		readonly message: string
	}) => string
}

export interface Altered {
	readonly cluster: Cluster
	/** Something was stored, and not only judged. */
	readonly stored: boolean
	readonly exit: number
}

const mostTries = 5

/** Which object it is about, and how it is read anew. */
interface Subject<T> {
	readonly kind: Kind
	readonly place: Place
	readonly read: () => Promise<T>
}

/** `decide` says what is wished of the cluster as it is, or throws why it must not be. */
export async function alter(call: Call, decide: (cluster: Cluster) => Asked): Promise<Altered> {
	const read = async (): Promise<Cluster> => await targetOf(call)
	const { object, ...ended } = await alterObject(
		call,
		{ kind: 'EtcdCluster', place: kinds.cluster, read },
		decide,
	)
	return { cluster: object as Cluster, ...ended }
}

type Ended = Omit<Altered, 'cluster'> & { readonly object: KubeObject }

export async function alterObject<T extends KubeObject>(
	call: Call,
	{ kind, place, read }: Subject<T>,
	decide: (object: T) => Asked,
): Promise<Ended> {
	const manner = mannerOf(call.flags)
	let agreed: string | undefined
	for (let tries = 1; ; tries++) {
		const object = await read()
		const asked = decide(object)
		const change = changeOf(object, asked, place)
		if (changesNothing(object, change)) return await unchanged(call, object, change.title, manner)
		const own = judged(kind, object, change.after, asked.reword)
		refuseKept(object, asked, manner)
		const text = change.lines.join('\n')
		if (text !== agreed && text !== '') call.terminal.err(`${text}\n`)
		if (manner.dryRun === 'none' && asked.question && text !== agreed) await consent(call, asked.question)
		agreed = text
		try {
			const sent = await send(call.reach, change, manner)
			const paused = pausedWarning(sent.object, call.clock())
			if (paused !== undefined && asked.verb !== 'paused') call.terminal.err(`${paused}\n`)
			await tell(call, change, sent, manner, own)
			return { object: sent.object, stored: manner.dryRun === 'none', exit: exits.done }
		} catch (reason) {
			if (!isConflict(reason) || tries === mostTries) throw reason
		}
	}
}

async function unchanged(call: Call, object: KubeObject, title: string, manner: Manner): Promise<Ended> {
	const { terminal } = call
	if (manner.output === 'name') terminal.out(`${title}\n`)
	else if (manner.output !== undefined) terminal.out(await documentText(manner.output, printable(object)))
	else terminal.out(`${title} unchanged${dryRunWord(manner)}\n`)
	return {
		object,
		stored: manner.dryRun === 'none',
		exit: manner.errorUnchanged ? exits.unchanged : exits.done,
	}
}

function refuseKept(object: KubeObject, { fields }: Wish, { fieldManager, force }: Manner): void {
	if (force) return
	for (const field of fields) {
		const keeper = keeperOf(object, field, fieldManager)
		if (keeper !== undefined)
			throw new Failure({
				what: `${field.join('.')} is managed by "${keeper}"; change it in Git or add --force-conflicts`,
				why: 'what is changed here may be changed back there',
			})
	}
}
