// How far a cluster is that a snapshot is compared with: real members, behind what does as a kubelet does.
import type { ExecutionContext } from 'ava'
import type { Kind } from '../../../kube/objects.ts'
import type { Call } from '../../../plugin/call.ts'
import { liveOf } from '../../../plugin/restore/look.ts'
import type { Live } from '../../../plugin/restore/live.ts'
import type { Cluster } from '../../../plugin/target.ts'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { kubelet } from '../../kube/kubelet.ts'
import { relayTo } from '../../kube/relay.ts'
import { podOf } from '../status/seen.ts'

const at = { namespace: 'team-a', name: 'orders' }
const cluster: Cluster = {
	apiVersion: 'etcd.database.coreos.com/v1beta2',
	metadata: { ...at, uid: 'b5b9' },
	spec: { size: 1 },
	status: { clusterID: 'c1', memberStates: [{ name: 'orders-a', id: '1', role: 'Leader' }] },
}

/** Over the plugin's own way to a member. */
async function live(t: ExecutionContext, member: MemberProcess, found: Cluster | undefined): Promise<Live> {
	const ports = new Map([
		[2379, member.ports.client],
		[2381, member.ports.metrics],
	])
	const { api } = await kubelet(t, relayTo({ host: member.host, ports }))
	const pods = [podOf('orders-a', 'node-a')]
	const kube = {
		get: async () => await Promise.resolve(found),
		list: async ({ plural }: Kind) => await Promise.resolve(plural === 'pods' ? pods : []),
	}
	const reach = async () => await Promise.resolve({ api, kube })
	return await liveOf({ reach, signal: AbortSignal.timeout(30_000) } as unknown as Call, at)
}

everyMinor('says its revision, that it is silent, or that it is gone', async (t, etcd) => {
	const member = await born(t, etcd)
	await member.put('key')
	const { revision } = await member.client.confirm()
	t.deepEqual(await live(t, member, cluster), {
		is: 'heard',
		name: 'orders',
		id: 'c1',
		revision,
		isAll: true,
	})
	t.deepEqual(await live(t, member, undefined), { is: 'gone', name: 'orders' })
	await member.kill()
	const silent = await live(t, member, cluster)
	t.like(silent, { is: 'silent', name: 'orders', id: 'c1' })
	t.regex(silent.is === 'silent' ? silent.because : '', /./)
})
