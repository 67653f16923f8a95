// Where a snapshot goes that a person asked for: a file of this machine, a folder in which it gets a name of its own, or stdout.
import { stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { nameOf } from '../../backup/name.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'

export type Target =
	| { readonly kind: 'stdout' }
	/** Without a name it is called by what is in it. */
	| { readonly kind: 'file'; readonly folder: string; readonly name: string | undefined }

const kindOf = async (path: string): Promise<'folder' | 'file' | undefined> =>
	await stat(path).then(
		(found) => (found.isDirectory() ? 'folder' : 'file'),
		() => undefined,
	)

export async function targetFor(word: string | undefined): Promise<Target> {
	if (word === '-') return { kind: 'stdout' }
	const path = resolve(word ?? '.')
	if ((await kindOf(path)) === 'folder') return { kind: 'file', folder: path, name: undefined }
	const isFolder = word?.endsWith('/') === true
	const folder = isFolder ? path : dirname(path)
	if ((await kindOf(folder)) === 'folder') return { kind: 'file', folder, name: basename(path) }
	throw new Failure({ what: `${folder} is no folder`, next: `mkdir -p ${folder}, or name another one` })
}

/** As snapshots are called since 2018, but for what Windows permits in no name. */
export const standardName = (cluster: string, revision: bigint, at: number): string =>
	`${nameOf({ path: cluster, revision, at }).replaceAll(':', '-')}.db`

/** What is there stays, unless somebody says that it may go. */
export async function refuseExisting(folder: string, name: string, force: boolean): Promise<void> {
	const path = join(folder, name)
	if (force || (await kindOf(path)) === undefined) return
	throw new Failure({
		what: `${path} is there already, and was left as it is`,
		next: 'name another file, or add --force to write over it',
		exit: exits.refused,
	})
}
