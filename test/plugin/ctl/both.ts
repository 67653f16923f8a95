// One line, once as etcdctl runs it and once as ctl does, against a member that is a process here.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Connection } from '../../../etcd/connection.ts'
import type { Credentials } from '../../../etcd/login.ts'
import { lineOf } from '../../../plugin/ctl/line.ts'
import { ctl } from '../../../plugin/ctl/run.ts'
import { linesOf, Failure } from '../../../plugin/failure.ts'
import { Flags } from '../../../plugin/line/flags.ts'
import { programs } from '../../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../../playground/programs/find.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'

const wanted = programs('etcd-3.5', 'etcd-3.6', 'etcd-3.7').filter(({ name }) => name === 'etcdctl')
const paths = await ensurePrograms(wanted)

export type EtcdctlMinor = '3.5' | '3.6' | '3.7'

export interface Outcome {
	readonly code: number
	readonly out: Buffer
	readonly err: string
}

interface How {
	readonly stdin?: Uint8Array
	readonly signal?: AbortSignal
	readonly onOut?: (piece: Buffer) => void
	readonly onErr?: (text: string) => void
	readonly isTerminal?: boolean
	readonly credentials?: Credentials
	readonly member?: string
}

export const endpointOf = ({ host, ports }: MemberProcess): string => `${host}:${ports.client}`

/** The machine may be busy with other tests. */
const patience = (words: readonly string[]): readonly string[] =>
	words.some((word) => word.startsWith('--command-timeout')) ? [] : ['--command-timeout=30s']

/** Ends when the signal does, as by Ctrl-C. */
export async function etcdctl(
	member: MemberProcess,
	words: readonly string[],
	{ stdin = new Uint8Array(), signal, onOut }: How = {},
	minor: EtcdctlMinor = '3.6',
): Promise<Outcome> {
	const args = [`--endpoints=${endpointOf(member)}`, '--dial-timeout=30s', ...patience(words), ...words]
	const child = spawn(pathOf(paths, `etcd-${minor}/etcdctl`), args, { env: { ETCDCTL_API: '3' } })
	const [out, err]: [Buffer[], string[]] = [[], []]
	child.stdout.on('data', (piece: Buffer) => {
		out.push(piece)
		onOut?.(piece)
	})
	child.stderr.setEncoding('utf8').on('data', (text: string) => err.push(text))
	child.stdin.on('error', () => {})
	child.stdin.end(stdin)
	signal?.addEventListener('abort', () => child.kill('SIGINT'))
	const [code] = (await once(child, 'close')) as [number | null]
	return { code: code ?? 130, out: Buffer.concat(out), err: err.join('') }
}

/** Etcdctl calls members by their addresses; so do the members here. */
export async function ours(
	members: MemberProcess | readonly MemberProcess[],
	words: readonly string[],
	{ stdin = new Uint8Array(), signal = new AbortController().signal, onOut, onErr, ...how }: How = {},
): Promise<Outcome> {
	const [out, err]: [Buffer[], string[]] = [[], []]
	const say = (text: string): void => {
		err.push(text)
		onErr?.(text)
	}
	const list = 'name' in members ? [members] : members
	let code: number
	try {
		code = await ctl(lineOf([], [...patience(words), ...words], new Flags(new Map())), {
			members: list.map((member) => ({
				name: endpointOf(member),
				open: async () =>
					await Promise.resolve(new Connection({ host: member.host, port: member.ports.client })),
			})),
			member: how.member,
			credentials: how.credentials,
			out: {
				async write(data) {
					const piece = Buffer.from(data)
					out.push(piece)
					onOut?.(piece)
					await Promise.resolve()
				},
			},
			isTerminal: how.isTerminal ?? false,
			err: say,
			stdin: async () => await Promise.resolve(stdin),
			signal,
		})
	} catch (reason) {
		if (!(reason instanceof Failure)) throw reason
		say(`${linesOf(reason.told).join('\n')}\n`)
		code = reason.exit
	}
	return { code, out: Buffer.concat(out), err: err.join('') }
}
