// The first task of a restore: the snapshot is brought to the volume and proved. Nothing is ever brought to one whose member has run:
// it would come back without what it has acknowledged since.
import { mkdir, open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreFiles, toldVariable, type Fetched, type FetchTask, type Said } from '../../api/task.ts'
import { compareMinors, minorOf, parseVersion } from '../../api/version.ts'
import { refusal } from '../../etcd/arguments.ts'
import { databaseAt, NoDatabase, type Written } from '../../etcd/database.ts'
import { emptySnapshot } from '../../etcd/empty-database.ts'
import { BrokenSnapshot, type Proved } from '../../etcd/proof.ts'
import { openStore } from '../../store/open.ts'
import { Refused } from '../failure.ts'
import { sealingKey, secretOf } from '../mounted.ts'
import { download } from '../restore/download.ts'
import { find, type Source } from '../restore/find.ts'
import { dataIn } from '../restore/place.ts'
import { telling } from '../telling.ts'
import { tidying } from '../tidying.ts'

async function written(path: string): Promise<Written> {
	await using file = await open(path)
	return await databaseAt(async (at, length) => {
		const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
		return buffer.subarray(0, bytesRead)
	})
}

/** A later minor may have written what an earlier one cannot read, would take for something else, or does not start with. */
function fitsInto(
	{ minor, versionField = 'spec.version' }: FetchTask,
	{ stored, store, manifest }: Source,
	{ storageVersion, clusterVersion }: Written,
): string | undefined {
	const [from] = [storageVersion || manifest?.storageVersion || manifest?.etcdVersion, clusterVersion]
		.map(parseVersion)
		.filter((one) => one !== undefined)
		.map(minorOf)
		.toSorted((one, other) => compareMinors(other, one))
	if (from !== undefined && compareMinors(from, minor) > 0)
		throw new Refused(
			'newer',
			`${store.place}/${stored.name} was written by etcd ${from}, and the cluster is to run ${minor}: write ${versionField} ${from} or later`,
		)
	return from
}

async function keyOf({ secrets, has }: FetchTask): Promise<Buffer | undefined> {
	if (!has.includes('key')) return undefined
	try {
		return await sealingKey()
	} catch (reason) {
		throw new Refused('key', `secret ${secrets.key}: ${(reason as Error).message}`)
	}
}

function named(reason: unknown, { store, stored }: Source): unknown {
	const isBroken = reason instanceof BrokenSnapshot || reason instanceof NoDatabase
	return isBroken
		? new Refused('broken', `${store.place}/${stored.name} is no whole snapshot: ${reason.message}`)
		: reason
}

async function fetched(task: FetchTask, source: Source, signal: AbortSignal): Promise<Fetched> {
	const path = join(task.into, restoreFiles.snapshot)
	const key = await keyOf(task)
	const tell = tidying(telling())
	let proved: Proved
	let inside: Written
	try {
		proved = await download(source, path, key, signal, (bytes, of) => tell('fetching', bytes, of))
		inside = await written(path)
	} catch (reason) {
		throw named(reason, source)
	}
	const minor = fitsInto(task, source, inside)
	const { stored, store, manifest, takenAt } = source
	return {
		object: stored.name,
		location: `${store.place}/${stored.name}`,
		bytes: proved.bytes,
		sha256: proved.sha256,
		revision: String(inside.revision ?? manifest?.revision ?? 0n),
		...(minor !== undefined && { minor }),
		...(takenAt !== undefined && { takenAt }),
		manifest: manifest !== undefined,
		...(manifest?.hashKv && { held: { ...manifest.hashKv, member: manifest.member.name } }),
	}
}

/** What comes next runs all the same, and must find something to do. */
async function standIn(into: string): Promise<Said> {
	await rm(into, { recursive: true, force: true })
	await mkdir(into, { recursive: true })
	await writeFile(join(into, restoreFiles.snapshot), emptySnapshot())
	return { ok: true }
}

/** Whether anything is to be fetched. */
async function isDone({ dataDir }: FetchTask, told: string | undefined): Promise<boolean> {
	if (dataDir === undefined) return false
	const there = await dataIn(dataDir)
	if (there === 'data') return true
	if (told === refusal.initialCluster)
		throw new Refused(
			'emptied',
			'the volume is empty although its member has run: it is not restored again under its name, and is replaced by the others if there are any',
		)
	if (there === 'something')
		throw new Refused(
			'strange',
			`${dataDir} is not empty and holds no database of etcd: give the cluster an empty volume`,
		)
	return false
}

export async function run(given: unknown, signal: AbortSignal): Promise<Said> {
	const task = given as FetchTask
	if (await isDone(task, process.env[toldVariable])) return await standIn(task.into)
	await rm(task.into, { recursive: true, force: true })
	const opened = await openStore(task.place, await secretOf(task))
	try {
		const said = await fetched(task, await find(opened, signal), signal)
		// The last task goes by this: what was made of a snapshot of nothing is nobody's data.
		await writeFile(join(task.into, restoreFiles.fetched), JSON.stringify(said))
		return { ok: true, fetched: said }
	} catch (reason) {
		await rm(task.into, { recursive: true, force: true }).catch(() => {})
		throw reason
	} finally {
		opened.store.close()
	}
}
