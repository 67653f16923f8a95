// The data directory of a member, for tests that take something from it or change something in it.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { ClusterPod } from './cluster-support.ts'
import { get, playground } from './support.ts'

/** Where a member's data is on the disk of its node, seen from outside the playground. */
export async function directoryOf(
	namespace: string,
	{ metadata, spec }: ClusterPod,
	onClaim: boolean,
): Promise<string> {
	const root = `/proc/${await playground.pid()}/root/run/playground/nodes/${spec.nodeName}`
	if (!onClaim)
		return join(root, 'kubelet/pods', metadata.uid, 'volumes/kubernetes.io~empty-dir/etcd-data/data')
	const { spec: bound } = await get<{ spec: { volumeName: string } }>(namespace, 'pvc', metadata.name)
	const found = (await readdir(root, { recursive: true })).find(
		(path) => path.includes(bound.volumeName) && path.endsWith('/data'),
	)
	if (found === undefined) throw new Error(`no directory of ${bound.volumeName} below ${root}`)
	return join(root, found)
}
