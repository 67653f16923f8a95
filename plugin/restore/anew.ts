// kubectl etcd restore NEW: a new cluster that begins with a snapshot.
import { kinds } from '../../kube/objects.ts'
import type { Call } from '../call.ts'
import { carryOut } from '../change/carry-out.ts'
import { creation } from '../change/change.ts'
import { judged } from '../change/judged.ts'
import { mannerOf } from '../change/manner.ts'
import { shaping } from '../catalogue/shaping.ts'
import { clusterOf, commented } from '../create/manifest.ts'
import { inFlags, wantedOf } from '../create/wanted.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { isUrl } from '../stores/url.ts'
import type { Cluster, Named } from '../target.ts'
import { until } from '../wait/until.ts'
import { chosenLine, type Chosen } from './chosen.ts'
import { lineOf } from './line.ts'
import { liveOf, lookFor } from './look.ts'
import { choosing } from './options.ts'
import { show } from './show.ts'
import { refuseEarlier, versionOf } from './version.ts'

const options = [...choosing, ...shaping]

function clusterFrom(call: Call, name: string, namespace: string | undefined, chosen: Chosen) {
	const wanted = wantedOf(name, namespace, call.flags)
	const made = clusterOf({ ...wanted, version: wanted.version ?? versionOf(chosen) })
	refuseEarlier(
		chosen,
		made.spec.version,
		`--version ${versionOf(chosen) ?? chosen.etcdVersion}, or leave it out`,
	)
	return { ...made, spec: { ...made.spec, bootstrap: { snapshot: chosen.snapshot } } }
}

async function refuseExisting(call: Call, at: Named): Promise<void> {
	const { kube } = await call.reach()
	if ((await kube.get<Cluster>(kinds.cluster, at)) === undefined) return
	const line = (name: string, more: readonly string[]): string =>
		lineOf({ ...at, name }, call.flags, more.length > 0 ? choosing : options, more)
	throw new Failure({
		what: `etcdcluster "${at.name}" is there already in namespace "${at.namespace}"; it was left as it is`,
		next: `restore beside it, under another name:   ${line(`${at.name}-restored`, [])}\n        or see what giving it up would lose:   ${line(at.name, ['--in-place', '--plan'])}`,
		exit: exits.refused,
	})
}

export async function anew(call: Call, name: string, from: string): Promise<number> {
	const { flags, terminal } = call
	for (const flag of ['confirm', 'name'])
		if (flags.isGiven(flag))
			throw new Failure(`--${flag}: is for --in-place; a new cluster gives nothing up, so leave it out`)
	const manner = mannerOf(flags)
	const isPlan = flags.truth('plan') === true
	// A manifest of a place that is written out needs no cluster, and so no kubeconfig.
	const isOffline = manner.dryRun === 'client' && isUrl(from) && !isPlan
	const namespace = isOffline ? flags.text('namespace') : (await call.reach()).namespace
	const chosen = await lookFor(call, from, namespace)
	const cluster = clusterFrom(call, name, namespace, chosen)
	const own = judged('EtcdCluster', undefined, cluster, inFlags)
	const at = { namespace: namespace ?? '', name }
	if (!isOffline) await refuseExisting(call, at)
	if (isPlan) {
		const live = chosen.of && (await liveOf(call, chosen.of))
		for (const warning of own) terminal.err(`Warning: ${warning}\n`)
		await show(call, { inPlace: false, cluster, chosen, live, now: call.clock() })
		terminal.err(`To carry it out:  ${lineOf(at, flags, options)}\n`)
		return exits.done
	}
	if (manner.dryRun === 'client' && manner.output === 'yaml') {
		for (const warning of own) terminal.err(`Warning: ${warning}\n`)
		terminal.out(commented(cluster))
		return exits.done
	}
	await carryOut(call, creation(kinds.cluster, cluster, [chosenLine(name, chosen)]), undefined, own)
	if (manner.dryRun !== 'none' || !(flags.truth('wait') ?? terminal.isLive)) return exits.done
	const timeoutMs = flags.span('timeout')
	const { because } = await until(call, { at, goal: { what: 'healthy' }, timeoutMs, members: true })
	terminal.err(`${name}: ${because}\n`)
	return exits.done
}
