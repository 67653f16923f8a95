// kubectl etcd restore CLUSTER --in-place: an EtcdRestore, for a cluster whose name was said once more.
import { kinds } from '../../kube/objects.ts'
import { shaping } from '../catalogue/shaping.ts'
import type { Call } from '../call.ts'
import { carryOut } from '../change/carry-out.ts'
import { creation } from '../change/change.ts'
import { givenName, nameAt } from '../change/given-name.ts'
import { judged } from '../change/judged.ts'
import { mannerOf } from '../change/manner.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { named, targetOf } from '../target.ts'
import { untilSaid } from '../wait/until-said.ts'
import { chosenLine } from './chosen.ts'
import { lineOf } from './line.ts'
import { liveOf, lookFor } from './look.ts'
import { choosing } from './options.ts'
import {
	confirmationOf,
	outcomeOf,
	refuseInPlace,
	refuseUnconfirmed,
	restoreOf,
	type Restore,
} from './wish.ts'
import { planText, show } from './show.ts'

export async function inPlace(call: Call, word: string, from: string): Promise<number> {
	const { flags, terminal, clock } = call
	const given = shaping.find(({ name }) => flags.isGiven(name))
	if (given !== undefined)
		throw new Failure(
			`--${given.name}: is how a new cluster shall be; with --in-place it stays as its spec says, so leave it out`,
		)
	const called = givenName(flags, 'EtcdRestore')
	const cluster = await targetOf(call, word)
	const { namespace } = { namespace: (await call.reach()).namespace, ...cluster.metadata }
	const at = named(cluster.metadata.name, namespace)
	const chosen = await lookFor(call, from, namespace)
	refuseInPlace(cluster, chosen)
	const plan = { inPlace: true, cluster, chosen, live: await liveOf(call, at, cluster), now: clock() }
	const line = lineOf(at, flags, choosing, [`--confirm=${confirmationOf(cluster)}`])
	if (flags.truth('plan') === true) {
		await show(call, plan)
		terminal.err(`To carry it out:  ${line}\n`)
		return exits.done
	}
	// Whoever agrees has read what it is that is agreed to.
	terminal.err(planText(call, plan))
	const { dryRun } = mannerOf(flags)
	const confirm = flags.text('confirm')
	// Whoever agreed to another one is to see what this one is.
	const next = confirm?.includes('/') ? lineOf(at, flags, choosing, ['--plan']) : line
	if (dryRun === 'none' || confirm !== undefined) refuseUnconfirmed(plan, confirm, next)
	const restore = restoreOf(cluster, called ?? nameAt(at.name, clock()), chosen.snapshot)
	const own = judged('EtcdRestore', undefined, restore)
	await carryOut(call, creation(kinds.restore, restore, [chosenLine(at.name, chosen)]), undefined, own)
	if (dryRun !== 'none' || !(flags.truth('wait') ?? terminal.isLive)) return exits.done
	const because = await untilSaid<Restore, string>(call, {
		kind: kinds.restore,
		at: { namespace, name: restore.metadata.name },
		timeoutMs: flags.span('timeout'),
		look: (one) => outcomeOf(one, chosen.url),
		not: 'is still not done',
	})
	terminal.err(`${because}\n`)
	return exits.done
}
