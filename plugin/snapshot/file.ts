// A file of this machine that is said to be a snapshot, looked at in full.
import { stat } from 'node:fs/promises'
import { inspect } from '../../backup/inspect.ts'
import { faultsOf, type Fault, type Inspected } from '../../backup/inspected.ts'
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import { hurry } from '../hurry.ts'
import { documentText } from '../output.ts'
import { lookOf } from '../screen/look.ts'
import { fileDocument, fileLines } from './file-lines.ts'
import { Progress } from './progress.ts'

export interface Seen {
	readonly inspected: Inspected
	readonly faults: readonly Fault[]
}

async function refuseOthers(path: string | undefined, verb: string): Promise<string> {
	const usage = `kubectl etcd snapshot ${verb} FILE`
	if (path === undefined) throw new Failure({ what: 'it is not said which file', next: usage })
	const found = await stat(path).catch((reason: unknown) => {
		const { code, message } = reason as NodeJS.ErrnoException
		throw new Failure({ what: code === 'ENOENT' ? `there is no file ${path}` : message, next: usage }, reason)
	})
	if (found.isFile()) return path
	throw new Failure({ what: `${path} is no file`, next: usage })
}

async function seen({ terminal, signal, args }: Call, verb: string): Promise<Seen> {
	const path = await refuseOthers(args[0], verb)
	hurry()
	const isTerminal = process.stderr.isTTY
	const progress = new Progress(terminal.err, isTerminal, lookOf(terminal), path)
	try {
		const inspected = await inspect(path, {
			signal,
			tell: (what, bytes, of) => {
				progress.from(`${path}, ${what === 'summing' ? 'its sum' : 'its pages'}`)
				progress.at(bytes, of)
			},
		})
		return { inspected, faults: faultsOf(inspected) }
	} catch (reason) {
		const { errno, message } = reason as NodeJS.ErrnoException
		throw errno === undefined ? reason : new Failure({ what: `${path} cannot be read: ${message}` }, reason)
	} finally {
		progress.stop()
	}
}

/** What is in it goes to stdout, and what is wrong with it to both. */
export async function lookAt(call: Call, verb: string): Promise<Seen> {
	const { terminal, flags, args } = call
	const found = await seen(call, verb)
	const format = flags.text('output')
	const path = args[0] ?? ''
	terminal.out(
		format === undefined
			? `${fileLines(path, found, lookOf(terminal)).join('\n')}\n`
			: await documentText(format, fileDocument(path, found)),
	)
	return found
}
