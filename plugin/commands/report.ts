// kubectl etcd report.
import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { isForbidden } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import { tar } from '../../runtime/tar.ts'
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import type { Bundle, File } from '../report/bundle.ts'
import { gatherReport } from '../report/gather.ts'
import { reportName } from '../report/scope.ts'
import { bytes } from '../screen/amount.ts'
import { table } from '../screen/table.ts'
import { targetOf, type Cluster } from '../target.ts'

const daySeconds = 86_400

async function clustersOf(call: Call): Promise<readonly Cluster[]> {
	const { flags } = call
	if (flags.truth('operator') === true) return []
	if (flags.truth('all') !== true) return [await targetOf(call)]
	const { kube, namespace } = await call.reach()
	return await kube.list<Cluster>(kinds.cluster, {}).catch(async (reason: unknown) => {
		if (!isForbidden(reason)) throw reason
		call.terminal.err(`! you may not list clusters everywhere; those in ${namespace} are reported\n`)
		return await kube.list<Cluster>(kinds.cluster, { namespace })
	})
}

export async function run(call: Call): Promise<number> {
	const { flags, terminal, args, env, signal } = call
	const [isOperator, isAll] = [flags.truth('operator') === true, flags.truth('all') === true]
	if ([isOperator, isAll, args[0] !== undefined].filter(Boolean).length > 1)
		throw new Failure('a report is of one cluster, of --operator or of --all; write one of them')
	const now = Date.now()
	const clusters = await clustersOf(call)
	const what = isOperator ? 'operator' : isAll ? 'all' : (clusters[0]?.metadata.name ?? 'none')
	const name = reportName(what, now)
	const file = flags.text('file') ?? `${name}.tar.gz`
	if (file === '-')
		throw new Failure(
			'--file: a report is no text; write the name of a file, or --stdout to see what is in it',
		)

	const bundle = await gatherReport({
		reach: await call.reach(),
		clusters: clusters.map((cluster) => ({
			...cluster,
			apiVersion: kinds.cluster.apiVersion,
			kind: kinds.cluster.kind,
		})),
		sinceSeconds: Math.max(1, Math.ceil((flags.lasting('since') ?? daySeconds * 1000) / 1000)),
		withLogs: flags.truth('no-logs') !== true,
		env,
		stop: signal,
		now,
	})
	if (signal.aborted) return exits.interrupted
	const files = bundle.files()
	if (flags.truth('stdout') === true) terminal.out(listed(files))
	else await save(file, name, files, now)
	tellRest(call, bundle)
	if (flags.truth('stdout') !== true) terminal.out(`${file}\n`)
	return exits.done
}

const encoder = new TextEncoder()
const sizeOf = ({ text }: File): number => encoder.encode(text).length

function listed(files: readonly File[]): string {
	const rows = table(files, [
		{ title: 'FILE', of: ({ path }) => path },
		{ title: 'SIZE', of: (file) => bytes(sizeOf(file)), right: true },
	])
	const whole = files.map(sizeOf).reduce((sum, size) => sum + size, 0)
	return `${rows.join('\n')}\n${files.length} files, ${bytes(whole)} before they are compressed\n`
}

async function save(file: string, name: string, files: readonly File[], now: number): Promise<void> {
	const archive = tar(
		files.map(({ path, text }) => ({ name: `${name}/${path}`, body: encoder.encode(text), mode: 0o600 })),
		now / 1000,
	)
	await writeFile(file, gzipSync(archive), { mode: 0o600, flag: 'wx' }).catch(
		(reason: NodeJS.ErrnoException) => {
			throw new Failure(
				reason.code === 'EEXIST'
					? { what: `${file} is there already and is left as it is`, next: 'write another name after --file' }
					: { what: `${file} could not be written: ${reason.message}` },
				reason,
			)
		},
	)
}

function tellRest({ terminal }: Call, bundle: Bundle): void {
	for (const [title, lines] of [
		['missing', bundle.missingLines()],
		['taken out', bundle.redactedLines()],
	] as const)
		terminal.err(
			lines.length === 0
				? `nothing is ${title}\n`
				: `${title}:\n${lines.map((line) => `  ${line}\n`).join('')}`,
		)
}
