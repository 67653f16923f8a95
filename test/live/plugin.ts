// kubectl etcd as a process against the playground, and its screens without what changes from look to look.
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { escapeLetter } from '../../plugin/screen/paint.ts'
import { playground } from './support.ts'

interface Ran {
	readonly code: number
	readonly out: string
	readonly err: string
	readonly seconds: number
}

const main = join(import.meta.dirname, '../../plugin/main.ts')

export async function plugin(
	args: readonly string[],
	env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
	const began = performance.now()
	const child = spawn(process.execPath, [main, ...args], {
		env: {
			PATH: process.env['PATH'] ?? '',
			LANG: 'C.UTF-8',
			KUBECONFIG: playground.files.kubeconfig,
			...env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	})
	const ended = new Promise<number>((resolve, reject) => {
		child.once('error', reject)
		child.once('close', (code) => resolve(code ?? -1))
	})
	const [out, err, code] = await Promise.all([text(child.stdout), text(child.stderr), ended])
	return { code, out, err, seconds: (performance.now() - began) / 1000 }
}

export const widths = [80, 100, 160] as const

/** How a screen may be drawn, by the flags that ask for it. */
export const styles = {
	colour: ['--color=always'],
	plain: ['--color=never'],
	ascii: ['--color=never', '--ascii'],
} as const

const colours: Readonly<Record<string, string>> = {
	0: '/',
	1: 'strong',
	2: 'dim',
	31: 'bad',
	32: 'good',
	33: 'warn',
}
const escaped = new RegExp(`${escapeLetter}\\[(\\d+)m`, 'g')

/** Of a namespace and a cluster: members are named by chance, and amounts are measured. Runs of spaces stand for columns. */
export function steady(screen: string, namespace: string, cluster: string): string {
	const members = new Set(screen.match(new RegExp(`${cluster}-[a-z0-9]{10}`, 'g')) ?? [])
	const all = [...members]
		.reduce((left, name) => left.replaceAll(name, 'MEMBER'), screen)
		.replaceAll(namespace, 'NAMESPACE')
		.replaceAll(escaped, (_, code: string) => `<${colours[code] ?? code}>`)
		.replaceAll(/\bnode\d/g, 'NODE')
		.replaceAll(/(?<![\w.])\d[\d,.]*(?:ms|[smhd]|[KMG]i)?(?:\d+[smhd])?\b/g, '#')
		.replaceAll('#:#:#', 'CLOCK')
		.replaceAll(/[█▓░#=.]{10}(?= #%)/g, 'GAUGE')
		.replaceAll(/ {2,}/g, '  ')
		.replaceAll(/[ \t]+$/gm, '')
	return rowsInOrder(all)
}

/** Who leads is chance, too. */
function rowsInOrder(screen: string): string {
	const lines = screen.split('\n')
	const isRow = (line: string): boolean => line.startsWith('MEMBER  ')
	const rows = lines.filter(isRow).toSorted()
	return lines.map((line) => (isRow(line) ? (rows.shift() ?? '') : line)).join('\n')
}

const golden = (state: string): string => join(import.meta.dirname, 'golden', `${state}.txt`)

/** UPDATE_GOLDEN=1 writes what is seen instead, for a person to read before it is kept. */
export function expected(state: string, seen: string): string {
	if (process.env['UPDATE_GOLDEN']) writeFileSync(golden(state), seen)
	return readFileSync(golden(state), 'utf8')
}
