// Planted in the spec and beside it: what doctor judges by objects of Kubernetes.
import { untilBackup } from '../backing-up.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { change, make, onVolumes, untilHealthy } from '../cluster-support.ts'
import { validFor } from '../../../runtime/pki/certificate.ts'
import { apply, kubectl, playground } from '../support.ts'
import { born, cutOff, nameOf } from './plant.ts'
import { isPaused, type Problems } from './problem.ts'
import { named, nothingFound, type Planted } from './said.ts'

const day = 86_400_000

const onOneNode: Planted = {
	what: 'a nodeSelector that all members share a node by',
	id: 'D11',
	is: 'warning',
	says: /^\S+ and \S+ and \S+ share node node1: losing it loses the quorum$/,
}
const keeper: Planted = {
	what: 'fields of the spec applied by another manager',
	id: 'D04',
	is: 'note',
	says: /^fields of the spec are kept by argocd(, unknown)?: /,
}

const careless: Problems = {
	what: 'a careless spec',
	often: true,
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		await make(namespace, 'test', {
			size: 3,
			autoCompaction: { mode: 'Off' },
			pod: { ...onVolumes.pod, nodeSelector: { 'kubernetes.io/hostname': 'node1' } },
		})
		await untilHealthy(namespace, 'test', 120)
		await change(namespace, 'test', { paused: true })
		await kubectl('-n', namespace, 'delete', 'poddisruptionbudgets', '--all')
		const theirs = {
			apiVersion: 'etcd.database.coreos.com/v1beta2',
			kind: 'EtcdCluster',
			metadata: { name: 'test', namespace },
			spec: { quotaBackendBytes: '32Mi' },
		}
		const asThey = ['apply', '--server-side', '--field-manager=argocd', '-f', '-']
		await playground.kubectl(asThey, { input: JSON.stringify(theirs) })
		await apply(namespace, {
			apiVersion: 'etcd.database.coreos.com/v1beta2',
			kind: 'EtcdBackup',
			metadata: { name: 'nightly' },
			spec: {
				etcdCluster: { name: 'test' },
				storageType: 'S3',
				s3: { path: 'bucket/test', awsSecret: 'aws' },
				backupPolicy: { backupIntervalInSecond: 3600 },
			},
		})
		await untilBackup(namespace, 'nightly', 'it says what is wrong', ({ Reason }) => Reason !== undefined)
		await named(t, {
			args,
			exit: 4,
			planted: [
				{ what: 'spec.paused', id: 'D04', is: 'warning', says: isPaused },
				keeper,
				onOneNode,
				{
					what: 'the disruption budget deleted while paused',
					id: 'D11',
					is: 'warning',
					says: /^there is no disruption budget: /,
				},
				{
					what: 'an EtcdBackup whose credentials are not there',
					id: 'D14',
					is: 'problem',
					says: /^the last backup by nightly failed: the Secret .*, aws, does not exist in .*: create it$/,
				},
				{
					what: 'compaction switched off',
					id: 'D19',
					is: 'warning',
					says: /^history is kept for ever: spec.autoCompaction.mode is Off$/,
				},
			],
			besides: [/^the operator has not seen /],
		})
		await kubectl('-n', namespace, 'delete', 'etcdbackups', 'nightly')
		await change(namespace, 'test', { paused: false, autoCompaction: null })
		await named(t, { args, exit: 0, planted: [onOneNode, keeper] })
		t.log('put right: paused, disruption budget, backup, compaction; said: the others alone; ok')
	},
}

/** A secret whose certificate lasts for weeks is not looked at every minute; a new controller looks at all of them. */
async function lookAnew(): Promise<void> {
	const deployment = ['-n', 'kubectl-etcd', 'rollout', 'restart', 'deployment/kubectl-etcd-controller']
	await kubectl(...deployment)
	await kubectl(...deployment.with(3, 'status'), '--timeout=120s')
}

const ending: Problems = {
	what: 'certificates that end',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const secrets = new Secrets(namespace, 'test')
		const roles = ['peer', 'server', 'client'] as const
		for (const role of roles) await secrets.write(role, secrets.texts(role, validFor(30 * day)))
		await born(namespace, { size: 3, ...staticTls, ...onVolumes })
		await nothingFound(t, 'three members with TLS', args)
		await secrets.write('server', secrets.texts('server', validFor(3 * day)))
		await lookAnew()
		await named(t, {
			args,
			exit: 0,
			planted: [
				{
					what: 'a server certificate for three days',
					id: 'D15',
					is: 'warning',
					says: /^the server certificate in secret static-server ends in (2d\d+h|3d)$/,
				},
			],
		})
		await secrets.write('server', secrets.texts('server', validFor(30 * day)))
		await lookAnew()
		await nothingFound(t, 'the certificate renewed', args)
	},
}

const old: Problems = {
	what: 'an old release',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		await born(namespace, { size: 1, version: '3.4.23', ...onVolumes })
		await named(t, {
			args,
			exit: 0,
			planted: [
				{ what: 'a minor without fixes', id: 'D18', is: 'warning', says: /^3\.4 gets no fixes any more: / },
				{
					what: 'a release with known defects',
					id: 'D18',
					is: 'warning',
					says: /^3\.4\.23 can go back in revision after a crash$/,
				},
			],
		})
	},
}

/** Which a real network would hold to; that of a playground does not, so that its packets are dropped, too. */
const denyPeers = {
	apiVersion: 'networking.k8s.io/v1',
	kind: 'NetworkPolicy',
	metadata: { name: 'deny-peers' },
	spec: {
		podSelector: { matchLabels: { etcd_cluster: 'test' } },
		policyTypes: ['Ingress'],
		ingress: [{ ports: [{ port: 2379 }, { port: 2381 }] }],
	},
}

const policy: Problems = {
	what: 'a network policy',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const [one, ...others] = await born(namespace, { size: 3, ...onVolumes })
		if (one === undefined) throw new Error('there is no pod')
		await nothingFound(t, 'three members on volumes', args)
		{
			await using _ = await cutOff(namespace, one, others)
			const cut: Planted = {
				what: 'one member cut off from the others',
				id: 'D05',
				is: 'problem',
				says: new RegExp(`^${nameOf(one)} answers, and knows no leader`),
			}
			await named(t, { args, exit: 4, planted: [cut] })
			await apply(namespace, denyPeers)
			await named(t, {
				args,
				exit: 4,
				planted: [
					cut,
					{
						what: 'a policy that lets nobody in at 2380, and packets dropped as it says',
						id: 'D21',
						is: 'warning',
						says: /^members do not all reach each other, and deny-peers stand between them$/,
					},
				],
			})
		}
		await kubectl('-n', namespace, 'delete', 'networkpolicy', 'deny-peers')
		await untilHealthy(namespace, 'test', 120)
		await nothingFound(t, 'no packets dropped any more', args)
	},
}

export const keeping: readonly Problems[] = [careless, ending, old, policy]
