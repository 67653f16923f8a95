// Snapshots of real members that hold a bit of everything, and what etcd's own tool says of them.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import { etcdFamilies } from '../../playground/images/etcd.ts'
import { architectureHere, unpacked } from '../../playground/programs/debian.ts'
import { programs } from '../../playground/programs/families.ts'
import { ensurePrograms } from '../../playground/programs/find.ts'
import { run } from '../../playground/run.ts'
import type { Etcd } from '../etcd/real/binaries.ts'
import { born } from '../etcd/real/cluster.ts'
import type { MemberProcess } from '../etcd/real/process.ts'

const coded = (text: string): string => Buffer.from(text).toString('base64')

/** Many small keys, some as large as etcd takes them, history, deletions, a lease, users; and some of it forgotten. */
export async function lived(t: ExecutionContext, etcd: Etcd, keys = 300): Promise<MemberProcess> {
	const member = await born(t, etcd)
	for (let index = 0; index < keys; index++)
		await member.put(`key-${index % 200}`, `value ${index} `.repeat(index % 60))
	for (const letter of ['a', 'b', 'c']) await member.put(`large-${letter}`, letter.repeat(1_000_000))
	for (let index = 0; index < 50; index++)
		await member.gateway('kv/deleterange', { key: coded(`key-${index * 3}`) })
	await member.gateway('lease/grant', { TTL: 3600, ID: 77 })
	await member.gateway('auth/user/add', { name: 'somebody', password: 'secret' })
	await member.gateway('kv/compaction', { revision: String(Math.floor(keys / 2)), physical: true })
	await member.put('last', 'one')
	return member
}

export async function saved({ client, dir }: MemberProcess, name = 'saved.db'): Promise<string> {
	const path = join(dir, name)
	const pieces: Uint8Array[] = []
	for await (const { bytes } of client.snapshot({ deadlineMs: 30_000 }).pieces)
		pieces.push(Buffer.from(bytes))
	await writeFile(path, Buffer.concat(pieces))
	return path
}

export interface Told {
	readonly hash: number
	readonly revision: number
	readonly totalKey: number
	readonly totalSize: number
}

/** The tool that came with it: etcdutl, or the etcdctl of before. */
async function toolOf({ minor, etcdutl }: Etcd): Promise<string> {
	if (etcdutl !== undefined) return etcdutl
	const family = etcdFamilies.find((name) => name === `etcd-${minor}`)
	if (family === undefined) return join(await unpacked('etcd-client', architectureHere), 'usr/bin/etcdctl')
	const wanted = programs(family).filter(({ name }) => name === 'etcdctl')
	const path = (await ensurePrograms(wanted)).get(`${family}/etcdctl`)
	if (path === undefined) throw new Error(`there is no etcdctl of ${minor}`)
	return path
}

export async function toldBy(etcd: Etcd, path: string): Promise<Told> {
	const env = { ...process.env, ETCDCTL_API: '3' }
	return JSON.parse(
		await run(await toolOf(etcd), ['snapshot', 'status', path, '-w', 'json'], { env }),
	) as Told
}
