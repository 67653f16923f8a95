// Keys of a cluster `test`, written through one of its members over one connection: who writes a thousand must not start a program for each.
import { ports } from '../../../api/names.ts'
import type { ClusterPod } from '../cluster-support.ts'
import { api, base64 } from '../support.ts'

interface Header {
	readonly header: { readonly revision: string }
}

/** Of etcd's own API in its JSON form. Fails with what etcd says. */
export async function said<T>(
	namespace: string,
	through: ClusterPod,
	path: string,
	body: object,
): Promise<T> {
	const target = `pods/${through.metadata.name}:${ports.client}`
	return (await api.must('POST', `/api/v1/namespaces/${namespace}/${target}/proxy/v3/${path}`, body)) as T
}

/** One after the other, so that each is one entry of the log; the revision of the last one. */
export async function written(
	namespace: string,
	through: ClusterPod,
	count: number,
	{ key = 'key', size = 1 }: { readonly key?: string; readonly size?: number } = {},
): Promise<bigint> {
	let revision = 0n
	for (let at = 0; at < count; at++) {
		const body = { key: base64(`${key}-${at}`), value: base64(`${at % 10}`.repeat(size)) }
		const { header } = await said<Header>(namespace, through, 'kv/put', body)
		revision = BigInt(header.revision)
	}
	return revision
}

/** Nothing but free space is left of them. */
export async function forgotten(namespace: string, through: ClusterPod, key = 'key'): Promise<void> {
	const range = { key: base64(`${key}-`), range_end: base64(`${key}.`) }
	const { header } = await said<Header>(namespace, through, 'kv/deleterange', range)
	await said(namespace, through, 'kv/compaction', { revision: header.revision, physical: true })
}
