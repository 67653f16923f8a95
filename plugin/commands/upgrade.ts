// kubectl etcd upgrade.
import { releases } from '../../api/releases.ts'
import { parseVersion, versionText } from '../../api/version.ts'
import type { Call } from '../call.ts'
import { alter } from '../change/alter.ts'
import { judged } from '../change/judged.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { targetOf } from '../target.ts'
import { changeOf } from '../change/change.ts'
import { upgrading, type Upgrade } from '../upgrade/upgrading.ts'
import { afterwards } from '../wait/afterwards.ts'

export async function run(call: Call): Promise<number> {
	const { flags, terminal } = call
	const text = flags.text('to')
	if (text === undefined)
		throw new Failure(`--to is missing; write a version such as ${releases.forNewClusters}`)
	const version = parseVersion(text)
	if (version === undefined)
		throw new Failure(`--to: "${text}" is not an etcd version; write one such as ${releases.forNewClusters}`)
	const upgrade: Upgrade = {
		to: versionText(version),
		allowDowngrade: flags.truth('allow-downgrade') === true,
		releases,
	}
	if (flags.truth('plan') === true) {
		const cluster = await targetOf(call)
		const asked = upgrading(cluster, upgrade)
		const { lines, after } = changeOf(cluster, asked)
		for (const warning of judged('EtcdCluster', cluster, after, asked.reword))
			terminal.err(`Warning: ${warning}\n`)
		terminal.out(`${lines.join('\n') || `${cluster.metadata.name} is at ${upgrade.to} already`}\n`)
		return exits.done
	}
	const altered = await alter(call, (cluster) => upgrading(cluster, upgrade))
	return await afterwards(call, altered, { what: 'upgraded' }, true)
}
