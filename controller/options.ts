// How the controller is told what to do: arguments, checked before anything starts.
import { parseArgs } from 'node:util'

export interface Options {
	/** All namespaces when missing. */
	readonly namespace: string | undefined
	/** coreos: by the annotation "scope"; all: every cluster within reach. */
	readonly scope: 'all' | 'coreos'
	/** Where the Lease is. */
	readonly ownNamespace: string
	readonly identity: string
	readonly port: number
	readonly lostAfterMs: number
	readonly resyncMs: number
	readonly workers: number
	readonly anyAddress: string
	/** The image of this very process, for what is done beside a member; nothing when nobody told. */
	readonly image: string | undefined
	/** Under which names of Services are found, such as cluster.local. */
	readonly clusterDomain: string
}

/** One sentence about an argument that cannot be used. */
export class Misuse extends Error {}

function numberOf(name: string, text: string, least: number, most: number): number {
	const number = Number(text)
	if (/^\d+$/.test(text) && number >= least && number <= most) return number
	throw new Misuse(`--${name}: "${text}" is not a number from ${least} to ${most}`)
}

/** As our own resolver was told it. */
const domainIn = (resolvConf: string): string =>
	/^search\b.*\ssvc\.([^\s]+)/m.exec(resolvConf)?.[1] ?? 'cluster.local'

export function optionsOf(argv: readonly string[], env: NodeJS.ProcessEnv, resolvConf = ''): Options {
	const values = parsed(argv)
	const { scope } = values
	if (scope !== 'all' && scope !== 'coreos') throw new Misuse(`--scope: "${scope}" is neither all nor coreos`)
	return {
		namespace: values.namespace || undefined,
		scope,
		ownNamespace: env['POD_NAMESPACE'] || 'kubectl-etcd',
		// A container that was started again in the same pod goes on with its Lease: its earlier process is dead for certain.
		identity: env['POD_NAME'] || `controller-${crypto.randomUUID()}`,
		port: numberOf('port', values.port, 0, 65_535),
		lostAfterMs: numberOf('lost-after-seconds', values['lost-after-seconds'], 5, 86_400) * 1000,
		resyncMs: numberOf('resync-seconds', values['resync-seconds'], 1, 60) * 1000,
		workers: numberOf('workers', values.workers, 1, 1000),
		clusterDomain: domainIn(resolvConf),
		image: env['OPERATOR_IMAGE'] || undefined,
		// Members listen on the family of the network that they are in.
		anyAddress: (env['KUBERNETES_SERVICE_HOST'] ?? '').includes(':') ? '[::]' : '0.0.0.0',
	}
}

function parsed(argv: readonly string[]) {
	try {
		return parseArgs({
			args: [...argv],
			options: {
				namespace: { type: 'string', default: '' },
				scope: { type: 'string', default: 'all' },
				port: { type: 'string', default: '8080' },
				'lost-after-seconds': { type: 'string', default: '300' },
				'resync-seconds': { type: 'string', default: '60' },
				workers: { type: 'string', default: '128' },
			},
		}).values
	} catch (reason) {
		throw new Misuse(reason instanceof Error ? reason.message : String(reason), { cause: reason })
	}
}
