// Where a download goes, with which key, and what is said when it does not come.
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { keyIdOf, keyIn, Unsealable } from '../../backup/sealing.ts'
import { BrokenSnapshot } from '../../etcd/proof.ts'
import { Failure } from '../failure.ts'
import { NotGiven } from '../reader/asking.ts'
import { bytes as size } from '../screen/amount.ts'
import { NotProved, partOf, type Where } from './download.ts'
import { Cut, NotWritten } from './part.ts'
import { calledSo, type Snapshot } from './stored.ts'
import { targetFor } from './target.ts'

export interface Words {
	readonly name: string | undefined
	readonly place: string | undefined
}

const isFolder = async (path: string): Promise<boolean> =>
	await stat(path).then(
		(found) => found.isDirectory(),
		() => false,
	)

/** One word alone is a snapshot, unless it can only be a place: a wrong name must not become a file of the newest. */
export async function wordsIn(
	[first, second]: readonly (string | undefined)[],
	snapshots: readonly Snapshot[],
): Promise<Words> {
	if (first === undefined || second !== undefined || calledSo(snapshots, first) !== undefined)
		return { name: first, place: second }
	const isPlace =
		/^(\.{0,2}[/\\]|[a-z]:\\)/i.test(first) || /^\.{1,2}$/.test(first) || (await isFolder(first))
	return isPlace ? { name: undefined, place: first } : { name: first, place: undefined }
}

/** Windows permits no colon in a name. */
const localName = (name: string): string => `${name.replaceAll(':', '-')}${name.endsWith('.db') ? '' : '.db'}`

export async function whereFor(place: string | undefined, { name }: Snapshot): Promise<Where> {
	const target = await targetFor(place)
	if (target.kind === 'file') return { folder: target.folder, name: target.name ?? localName(name) }
	throw new Failure({
		what: 'a download that may have to be gone on with needs a file, and "-" is none',
		next: 'name a file or a folder',
	})
}

export async function keyFor(
	file: string | undefined,
	{ manifest, name }: Snapshot,
): Promise<Buffer | undefined> {
	const { keyId } = manifest ?? {}
	if (file === undefined) {
		if (keyId === undefined) return undefined
		throw new Failure({
			what: `${name} is sealed with the key ${keyId}`,
			next: 'give a file that has that key: --key-file FILE; the EtcdBackup names its Secret in spec.encryption.keySecret',
		})
	}
	const key = await readFile(file)
		.then(keyIn, (reason: unknown) => {
			throw new Failure({ what: `--key-file: ${file} cannot be read: ${(reason as Error).message}` }, reason)
		})
		.catch((reason: unknown) => {
			throw reason instanceof Unsealable ? new Failure(`--key-file: ${reason.message}`, reason) : reason
		})
	if (keyId === undefined || keyIdOf(key) === keyId) return key
	throw new Failure({
		what: `${name} is sealed with the key ${keyId}, and ${file} has ${keyIdOf(key)}`,
		next: 'give a file that has that key',
	})
}

const noRoom = new Set(['ENOSPC', 'EDQUOT', 'EFBIG'])

function notWritten(reason: Error, part: string): Failure {
	const { code = '' } = ((reason.cause as NodeJS.ErrnoException | undefined) ??
		reason) as NodeJS.ErrnoException
	const what = noRoom.has(code) ? 'the disk is full' : 'it cannot be written'
	return new Failure(
		{
			what: `${part}: ${what}`,
			why: reason.message,
			next: noRoom.has(code)
				? 'make room and run it again: it goes on from there; or name a file on another disk'
				: 'name a file where you may write',
		},
		reason,
	)
}

/** Whatever was thrown, for a person; what is told already stays as it is. */
export function failureOf(reason: unknown, { name, bytes }: Snapshot, where: Where): unknown {
	const part = partOf(where)
	const another = 'take another one, and look at this one in its store: kubectl etcd snapshot ls BACKUP'
	if (reason instanceof Cut)
		return new Failure(
			{
				what: `the connection broke at ${size(reason.bytes)} of ${size(bytes)}; ${part} has what came`,
				why: reason.message,
				next: 'run it again: it goes on from there',
			},
			reason,
		)
	if (reason instanceof NotGiven) {
		const gone = reason.status === 404 ? 'is not there any more' : 'was written over meanwhile'
		const what =
			reason.status === 404 || reason.status === 412 ? `${name} ${gone}` : `the store cannot be read`
		return new Failure({ what, why: reason.message, next: another }, reason)
	}
	if (
		reason instanceof NotWritten ||
		(reason as NodeJS.ErrnoException).syscall === 'write' ||
		(reason as NodeJS.ErrnoException).syscall === 'open'
	)
		return notWritten(reason as Error, part)
	if (reason instanceof Unsealable)
		return new Failure(
			{
				what: `${name} cannot be opened: ${reason.message}; nothing was left at ${join(where.folder, where.name)}`,
				next: 'give the key that it was sealed with: --key-file FILE',
			},
			reason,
		)
	if (reason instanceof BrokenSnapshot || reason instanceof NotProved)
		return new Failure(
			{
				what: `${name} is broken in its store: do not restore from it; nothing was left at ${join(where.folder, where.name)}`,
				why: reason.message,
				next: another,
			},
			reason,
		)
	return reason
}
