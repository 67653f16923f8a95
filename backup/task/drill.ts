// The last task of a drill: an etcd that was started on what a snapshot holds is asked what that is, and its answers are compared with what
// the member had said when the snapshot was taken.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { restoreFiles, type Drilled, type DrillTask, type Fetched, type Said } from '../../api/task.ts'
import { openEtcd, type EtcdClient } from '../../etcd/client.ts'
import { EtcdError } from '../../etcd/errors.ts'
import type { HashKv, Reported } from '../../etcd/member.ts'
import { Refused } from '../failure.ts'
import { endpointOf } from '../members.ts'

/** A large database is read once before it answers. */
const [patienceMs, pauseMs] = [600_000, 250]

const isDenied = (reason: unknown): boolean => reason instanceof EtcdError && reason.code === 'denied'

/** Nothing where authentication keeps strangers from asking even that. */
async function answering(client: EtcdClient, signal: AbortSignal): Promise<Reported | undefined> {
	const began = performance.now()
	for (;;)
		try {
			const status = await client.status()
			if (status.leader !== undefined) return status
			throw new EtcdError('noLeader', 'it has not elected itself yet')
		} catch (reason) {
			if (isDenied(reason)) return undefined
			if (!(reason instanceof EtcdError)) throw reason
			if (performance.now() - began > patienceMs)
				throw new Refused('silent', `the etcd that was made of it does not answer: ${reason.message}`)
			await sleep(pauseMs, undefined, { signal })
		}
}

const hidden = 'it starts; authentication is on, and nobody is told what it holds'

type Held = NonNullable<Fetched['held']>

/** Nothing where it cannot be asked any more. */
async function hashAt(client: EtcdClient, { revision, compacted }: Held): Promise<HashKv | undefined> {
	try {
		const hash = await client.hashKv(BigInt(revision))
		return String(hash.compactRevision) === compacted ? hash : undefined
	} catch (reason) {
		if (reason instanceof EtcdError && reason.code === 'compacted') return undefined
		throw reason
	}
}

async function compared(client: EtcdClient, object: string, held: Held): Promise<Omit<Drilled, 'object'>> {
	const { hash, revision, keys, member } = held
	const found = await hashAt(client, held)
	if (found === undefined)
		return {
			proved: false,
			message: `it starts; ${member} forgot history while it was taken, so that the two cannot be compared`,
		}
	if (found.hash !== hash)
		throw new Refused(
			'differs',
			`${object} holds at revision ${revision} what has the hash ${found.hash}, and ${member} had ${hash}: do not restore from it`,
		)
	const count = String(await client.count(BigInt(revision)))
	if (keys !== undefined && keys !== count)
		throw new Refused(
			'differs',
			`${object} holds ${count} keys at revision ${revision}, and ${member} had ${keys}: do not restore from it`,
		)
	return {
		proved: true,
		message: `it starts, and holds the ${count} ${count === '1' ? 'key' : 'keys'} that ${member} had at revision ${revision}, with the same hash`,
		revision,
		keys: count,
	}
}

async function drilled(client: EtcdClient, fetched: Fetched, signal: AbortSignal): Promise<Drilled> {
	const { object, held } = fetched
	const status = await answering(client, signal)
	if (status === undefined) return { object, proved: false, message: hidden }
	const etcdVersion = status.version
	if (held === undefined)
		return { object, proved: false, etcdVersion, message: 'it starts; nothing says what its member held' }
	if (status.revision < BigInt(held.revision))
		throw new Refused(
			'differs',
			`${object} ends at revision ${status.revision}, and its manifest says ${held.revision}: do not restore from it`,
		)
	try {
		return { object, etcdVersion, ...(await compared(client, object, held)) }
	} catch (reason) {
		if (!isDenied(reason)) throw reason
		return { object, proved: false, etcdVersion, message: hidden }
	}
}

export async function run(given: unknown, signal: AbortSignal): Promise<Said> {
	const { endpoint, into } = given as DrillTask
	const fetched = JSON.parse(await readFile(join(into, restoreFiles.fetched), 'utf8')) as Fetched
	const client = openEtcd(endpointOf(endpoint, undefined))
	try {
		return { ok: true, drilled: await drilled(client, fetched, signal) }
	} finally {
		client.close()
	}
}
