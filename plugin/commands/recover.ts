// kubectl etcd recover.
import type { Call } from '../call.ts'
import { alter } from '../change/alter.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { documentText } from '../output.ts'
import { drawRecovery, recoveryDocument, type Shown } from '../recover/draw.ts'
import { lineOf, recoveringFrom } from '../recover/wish.ts'
import { recoveryOf, type Recovery } from '../recover/recovery.ts'
import { lookOf } from '../screen/look.ts'
import { gather } from '../sight/gather.ts'
import type { Sight } from '../sight/sight.ts'
import { targetOf } from '../target.ts'
import { until } from '../wait/until.ts'

export async function run(call: Call): Promise<number> {
	const { flags } = call
	const keep = flags.text('from-member')
	if (flags.truth('plan') === true || keep === undefined) return await planned(call)
	const occasion = new Date(call.clock()).toISOString()
	const discard = (flags.text('discard') ?? '').split(',').map((name) => name.trim())
	const agreed = { keep, discard, confirm: flags.text('confirm'), occasion }
	const { sight, recovery } = await lookedAt(call)
	// Whoever agrees has read what it is that is agreed to.
	call.terminal.err(`${drawRecovery(sight, recovery, lookOf(call.terminal)).join('\n')}\n`)
	if (recovery.is !== 'plan') return exits.noQuorum
	const altered = await alter(call, (cluster) => recoveringFrom(cluster, recovery, agreed))
	if (!altered.stored || !(flags.truth('wait') ?? call.terminal.isLive)) return altered.exit
	const { name, namespace = '' } = altered.cluster.metadata
	const timeoutMs = flags.span('wait-timeout')
	const goal = { what: 'recovered', occasion } as const
	const { because } = await until(call, { at: { name, namespace }, goal, timeoutMs })
	call.terminal.err(`${name}: ${because}\n`)
	return altered.exit
}

async function lookedAt(call: Call): Promise<{ readonly sight: Sight; readonly recovery: Shown }> {
	const cluster = await targetOf(call)
	// What is thought of as lost was given time to answer.
	const timeoutMs = call.flags.span('timeout')
	const sight = await gather(await call.reach(), cluster, { depth: 3, timeoutMs }, call.signal)
	return { sight, recovery: shownOrRefused(sight, recoveryOf(sight)) }
}

async function planned(call: Call): Promise<number> {
	const { flags, terminal } = call
	if (flags.truth('plan') !== true)
		throw new Failure({
			what: 'from whom it shall go on is missing',
			next: `kubectl etcd recover ${call.args[0] ?? 'CLUSTER'} --plan`,
			exit: exits.refused,
		})
	const { sight, recovery } = await lookedAt(call)
	const format = flags.text('output')
	if (format === 'json' || format === 'yaml')
		terminal.out(await documentText(format, recoveryDocument(sight, recovery)))
	else terminal.out(`${drawRecovery(sight, recovery, lookOf(terminal)).join('\n')}\n`)
	terminal.err('Nothing was changed.\n')
	if (recovery.is !== 'plan') return exits.noQuorum
	if (recovery.survivor.member.claim !== undefined)
		terminal.err(`To carry it out:  ${lineOf(sight.cluster, recovery)}\n`)
	return exits.done
}

function shownOrRefused({ cluster: { metadata } }: Sight, recovery: Recovery): Shown {
	const { name, namespace = '' } = metadata
	const ref = `${name} -n ${namespace}`
	if (recovery.is === 'quorum')
		throw new Failure({
			what: `not recovering ${name}: there is a quorum`,
			why: recovery.what,
			next: `kubectl etcd status ${ref}`,
			exit: exits.refused,
		})
	if (recovery.is === 'divided')
		throw new Failure({
			what: `not recovering ${name}: nothing is lost`,
			why: `${recovery.what}: what is between them must be mended, such as a network policy or a certificate`,
			next: `kubectl etcd doctor ${ref}`,
			exit: exits.refused,
		})
	if (recovery.is === 'unborn')
		throw new Failure({
			what: `not recovering ${name}: it was never formed, so that there is nothing to recover`,
			next: `kubectl etcd status ${ref}`,
			exit: exits.refused,
		})
	if (recovery.is === 'blind')
		throw new Failure({
			what: `cannot say what is left of ${name}: ${recovery.because.join('; ')}`,
			why: ['who could not be asked may hold newer data', ...recovery.notes.map(({ what }) => what)].join(
				'; ',
			),
			next: recovery.notes.find(({ next }) => next !== undefined)?.next ?? `kubectl etcd status ${ref}`,
			exit: exits.blind,
		})
	return recovery
}
