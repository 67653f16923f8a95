// Whatever was thrown, as the lines that a person reads and the code that a program reads.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { KubeconfigError, UnknownName } from '../kube/config/trouble.ts'
import { KubeError } from '../kube/errors.ts'
import { Failure, linesOf, type Told } from './failure.ts'
import { cacheFolder } from './cache-folder.ts'
import { nearest } from './line/nearest.ts'
import type { Terminal } from './terminal.ts'

interface Edge {
	readonly terminal: Pick<Terminal, 'err'>
	readonly env: NodeJS.ProcessEnv
	readonly asJson: boolean
	/** As it is typed. */
	readonly command?: string | undefined
	/** Of the kubeconfig; nothing where none is read. */
	readonly context?: string | undefined
}

export const asksForJson = (argv: readonly string[]): boolean =>
	argv.some((word) => /^(-o=?|--output=)?json$/.test(word))

export function explain(reason: unknown, edge: Edge): number {
	const { terminal, asJson } = edge
	const failure = failureOf(reason, edge)
	const { what, why, next } = failure.told
	if (asJson) terminal.err(`${JSON.stringify({ code: failure.exit, message: what, why, next })}\n`)
	else terminal.err(`${linesOf(failure.told).join('\n')}\n`)
	return failure.exit
}

function failureOf(reason: unknown, edge: Edge): Failure {
	if (reason instanceof Failure) return reason
	if (reason instanceof KubeError) return new Failure(refused(reason, edge), reason)
	if (reason instanceof KubeconfigError) return new Failure(unusable(reason), reason)
	return unexpected(reason, edge.env)
}

function unusable(reason: KubeconfigError): Told {
	if (!(reason instanceof UnknownName)) return { what: reason.message, next: reason.hint }
	const near = nearest(reason.wanted, reason.known)
	return {
		what: reason.message,
		why: near === undefined ? undefined : `did you mean "${near}"?`,
		next: reason.known.length > 0 ? `known: ${reason.known.join(', ')}` : undefined,
	}
}

function refused({ status, message }: KubeError, { command, context }: Edge): Told {
	if (status === 0)
		return { what: `the API server does not answer: ${message}`, next: 'kubectl cluster-info' }
	if (status === 401)
		return {
			what: 'the API server does not know who you are: it answers Unauthorized',
			next: 'kubectl auth whoami',
		}
	if (status === 403) {
		const role = command === undefined ? '--help' : `--for ${command.replaceAll(' ', '-')} -o yaml`
		return { what: message, next: `kubectl etcd rbac ${role}` }
	}
	if (status === 404 && /could not find the requested resource|page not found|was answered 404/.test(message))
		return {
			what: `the API server${context === undefined ? '' : ` of context "${context}"`} knows no EtcdCluster: no etcd operator is installed there`,
			next: 'kubectl etcd install -o yaml | kubectl apply -f -',
		}
	return { what: message }
}

/** A mistake of ours: its stack is of use to us and not on the screen. */
function unexpected(reason: unknown, env: NodeJS.ProcessEnv): Failure {
	const [what, stack] =
		reason instanceof Error
			? [reason.message, reason.stack ?? reason.message]
			: [String(reason), String(reason)]
	const file = join(cacheFolder(env), 'last-error.txt')
	const told = { what: `this should not have happened: ${what}` }
	try {
		mkdirSync(cacheFolder(env), { recursive: true, mode: 0o700 })
		writeFileSync(file, `${stack}\n`, { mode: 0o600 })
	} catch {
		return new Failure(told, reason)
	}
	return new Failure({ ...told, why: `where it happened is in ${file}` }, reason)
}
