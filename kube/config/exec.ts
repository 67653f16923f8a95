// Runs the program that a kubeconfig names for its credentials, keeps what it said while that holds, and asks it again when the
// API server refuses it. Whatever happens at once, the program runs once: it may be talking to a person.
import { spawn } from 'node:child_process'
import type { Credentials } from '../where.ts'
import { interactiveModeOf } from './conflicts.ts'
import { execAnswer } from './exec-info.ts'
import type { Exec } from './kubeconfig.ts'
import { findProgram, launch } from './program.ts'
import { KubeconfigError } from './trouble.ts'

interface Run {
	readonly code: number | null
	readonly signal: NodeJS.Signals | null
	readonly stdout: string
}

export interface ExecSource {
	readonly credentials: () => Promise<Credentials>
	readonly renew: (refused: Credentials) => Promise<void>
}

interface Setting {
	readonly env: NodeJS.ProcessEnv
	/** Whether a person can answer on standard input. */
	readonly interactive: boolean
	/** KUBERNETES_EXEC_INFO. */
	readonly info: (interactive: boolean) => Promise<string>
}

/** Words for a terminal may be in it, orders to a terminal may not. */
const printable = (text: string): string =>
	// eslint-disable-next-line no-control-regex
	text.replaceAll(/[\u0000-\u0008\u000E-\u001F\u007F-\u009F]/g, '')

function mayAsk(exec: Exec, interactive: boolean): boolean {
	const mode = interactiveModeOf(exec)
	if (mode === 'Always' && !interactive)
		throw new KubeconfigError(
			`"${exec.command}" from your kubeconfig must be able to ask you, and standard input is no terminal: run this in one`,
		)
	return mode !== 'Never' && interactive
}

async function run(exec: Exec, { env, interactive, info }: Setting): Promise<string> {
	const { command = '', args = [], env: own = [], installHint } = exec
	const isAsking = mayAsk(exec, interactive)
	const added = Object.fromEntries(own.map(({ name = '', value = '' }) => [name, value]))
	const path = await findProgram(command, env)
	if (path === undefined)
		throw new KubeconfigError(
			`"${command}" from your kubeconfig was not found`,
			installHint === undefined ? undefined : printable(installHint),
		)
	const { file, args: all, windowsVerbatimArguments = false } = launch(path, args)
	const told = await info(isAsking)
	const { code, signal, stdout } = await new Promise<Run>((resolve, reject) => {
		const child = spawn(file, all, {
			env: { ...env, ...added, KUBERNETES_EXEC_INFO: told },
			// It says on standard error what it wants of whom.
			stdio: [isAsking ? 'inherit' : 'ignore', 'pipe', 'inherit'],
			windowsVerbatimArguments,
		})
		let text = ''
		child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
		child.on('error', ({ message }) =>
			reject(new KubeconfigError(`"${command}" from your kubeconfig could not be started: ${message}`)),
		)
		child.on('close', (ended, by) => resolve({ code: ended, signal: by, stdout: text }))
	})
	if (code === 0) return stdout
	const how = code === null ? `was ended by ${signal}` : `failed with exit code ${code}`
	throw new KubeconfigError(`"${command}" from your kubeconfig ${how}`)
}

export function execSource(exec: Exec, setting: Setting): ExecSource {
	let known: Credentials | undefined
	let running: Promise<Credentials> | undefined

	async function fresh(): Promise<Credentials> {
		const answer = execAnswer(await run(exec, setting), exec.apiVersion ?? '')
		if (typeof answer === 'string')
			throw new KubeconfigError(`"${exec.command}" from your kubeconfig ${answer}`)
		return (known = answer)
	}

	async function once(): Promise<Credentials> {
		running ??= fresh().finally(() => (running = undefined))
		return await running
	}

	return {
		async credentials() {
			const holds = known !== undefined && (known.until === undefined || Date.now() < known.until)
			return holds && known ? known : await once()
		},
		async renew(refused) {
			if (known === undefined || known.token !== refused.token || known.cert !== refused.cert) return
			await once()
		},
	}
}
