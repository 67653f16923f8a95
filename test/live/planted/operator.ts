// Planted in the operator, its kinds and rights: these are the same for all clusters, so nobody else may be there meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { change, onVolumes, untilHealthy } from '../cluster-support.ts'
import { plugin } from '../plugin.ts'
import { get, kubectl, playground } from '../support.ts'
import { born } from './plant.ts'
import type { Problems } from './problem.ts'
import { named, nothingFound, type Planted } from './said.ts'

const ours = ['-n', 'kubectl-etcd'] as const

const scale = async (part: string, replicas: number): Promise<void> => {
	await kubectl(...ours, 'scale', `deployment/kubectl-etcd-${part}`, `--replicas=${replicas}`)
	await kubectl(...ours, 'rollout', 'status', `deployment/kubectl-etcd-${part}`, '--timeout=120s')
}

/** As it was when this began, when the test ends. */
async function kept(t: ExecutionContext, kind: string, name: string): Promise<() => Promise<void>> {
	const { metadata, ...rest } = await get<{ metadata: Record<string, unknown> }>('default', kind, name)
	const { labels, annotations } = metadata
	const input = JSON.stringify({ ...rest, metadata: { name, labels, annotations }, status: undefined })
	const back = async (): Promise<void> => {
		const isThere = await kubectl('get', kind, name, '--ignore-not-found', '-o', 'name')
		await playground.kubectl([isThere ? 'replace' : 'create', '-f', '-'], { input })
	}
	t.teardown(back)
	return back
}

const unregistered: Problems = {
	what: 'a webhook that is not registered, and what it would have refused',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		await born(namespace, { size: 1, ...onVolumes })
		const back = await kept(t, 'validatingwebhookconfiguration', 'kubectl-etcd')
		await kubectl('delete', 'validatingwebhookconfiguration', 'kubectl-etcd')
		const webhook: Planted = {
			what: 'the webhook’s registration deleted',
			id: 'D01',
			is: 'problem',
			says: /^admission: a release that loses data is admitted: the webhook is not registered$/,
		}
		await named(t, { args, exit: 4, planted: [webhook] })
		await change(namespace, 'test', { autoCompaction: { mode: 'Periodic', retention: 'soon' } })
		await named(t, {
			args,
			exit: 4,
			planted: [
				webhook,
				{
					what: 'a spec that it would have refused',
					id: 'D04',
					is: 'problem',
					says: /^the operator cannot use the spec: .*soon/,
				},
			],
		})
		await change(namespace, 'test', { autoCompaction: null })
		await back()
		await nothingFound(t, 'the webhook registered again, and the spec as it was', args)
	},
}

const stopped: Problems = {
	what: 'an operator that does not run',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		await born(namespace, { size: 1, ...onVolumes })
		t.teardown(async () => {
			await scale('webhook', 2)
			await scale('controller', 1)
		})
		await scale('controller', 0)
		await change(namespace, 'test', { quotaBackendBytes: '32Mi' })
		const controller: Planted = {
			what: 'the controller scaled to 0',
			id: 'D01',
			is: 'problem',
			says: /^controller: 0 of 0 are available$/,
		}
		const unseen: Planted = {
			what: 'a change of the spec meanwhile',
			id: 'D04',
			is: 'warning',
			says: /^the operator has not seen the last change of the spec$/,
		}
		await named(t, { args, exit: 4, planted: [controller, unseen] })
		await scale('webhook', 0)
		await named(t, {
			args,
			exit: 4,
			planted: [
				controller,
				unseen,
				{
					what: 'the webhook scaled to 0',
					id: 'D01',
					is: 'problem',
					says: /^webhook: 0 of 0 are available$/,
				},
				{ what: 'admission without a webhook', id: 'D01', is: 'problem', says: /^admission: .*failed/ },
			],
		})
		await scale('webhook', 2)
		await scale('controller', 1)
		await untilHealthy(namespace, 'test', 120)
		await nothingFound(t, 'both run again', args)
	},
}

interface Definition {
	readonly spec: {
		readonly versions: readonly {
			readonly name: string
			readonly schema: { readonly openAPIV3Schema: { readonly properties: { readonly spec: object } } }
		}[]
	}
}

/** Nobody can set the clock of one node of a playground alone: what its kubelet would say is said again and again instead. */
function ahead(node: string): AsyncDisposable {
	const work = { isOn: true }
	const writing = (async () => {
		for (; work.isOn; await sleep(500)) {
			const renewTime = new Date(Date.now() + 300_000).toISOString().replace('Z', '000Z')
			const patch = JSON.stringify({ spec: { renewTime } })
			await kubectl('-n', 'kube-node-lease', 'patch', 'lease', node, '--type=merge', '-p', patch)
		}
	})()
	return {
		async [Symbol.asyncDispose]() {
			work.isOn = false
			await writing
		},
	}
}

const another: Problems = {
	what: 'kinds of another operator, and a clock that is ahead',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const [, , last] = await born(namespace, { size: 3, ...onVolumes })
		const crd = 'etcdclusters.etcd.database.coreos.com'
		const { spec } = await get<Definition>('default', 'crd', crd)
		const at = spec.versions.findIndex(({ name }) => name === 'v1beta2')
		const path = `/spec/versions/${at}/schema/openAPIV3Schema/properties/spec/properties`
		const back = await kept(t, 'crd', crd)
		const ops = [
			{ op: 'add', path: `${path}/arbiter`, value: { type: 'string' } },
			{ op: 'remove', path: `${path}/defrag` },
		]
		await kubectl('patch', 'crd', crd, '--type=json', '-p', JSON.stringify(ops))
		await named(t, {
			args,
			exit: 0,
			planted: [
				{
					what: 'a field of the kind removed',
					id: 'D02',
					is: 'warning',
					says: /^the operator’s EtcdCluster lacks spec\.defrag: it is older than this plugin$/,
				},
				{
					what: 'a field of the kind added',
					id: 'D02',
					is: 'warning',
					says: /^this plugin does not know spec\.arbiter: it is older than the operator$/,
				},
			],
		})
		await back()
		await nothingFound(t, 'the kind as it was', args)
		{
			await using _ = ahead(last?.spec.nodeName ?? '')
			await named(t, {
				args,
				exit: 0,
				planted: [
					{
						what: 'the lease of a node, as a kubelet whose clock is five minutes ahead writes it',
						id: 'D20',
						is: 'warning',
						says: new RegExp(`^the clocks of \\S+ and ${last?.spec.nodeName} differ by about [45]m`),
					},
				],
			})
		}
		await nothingFound(t, 'the lease as its kubelet writes it', args)
	},
}

const strangerMay: Problems = {
	what: 'rights that are missing',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		await born(namespace, { size: 1, ...onVolumes })
		const roles = await plugin(['rbac', '--for', 'doctor', '--minimal', '-n', namespace, '-o', 'yaml'])
		t.is(roles.code, 0, roles.err)
		const role = roles.out.replaceAll('pods/portforward', 'pods/log')
		t.not(role, roles.out)
		await playground.kubectl(['apply', '-f', '-'], { input: role })
		const binding = ['rolebinding', 'examiner', '--role=kubectl-etcd-doctor', '--user=examiner']
		await kubectl('-n', namespace, 'create', ...binding)
		await named(t, {
			args: [...args, '--as', 'examiner'],
			exit: 6,
			planted: [
				{
					what: 'a caller who may not forward ports',
					id: 'D03',
					is: 'unknown',
					says: /^you may not .*create pods\/portforward/,
				},
			],
			besides: [
				/you may not/,
				/is forbidden: /,
				/could not be/,
				/no member/,
				/is not known/,
				/was not seen/,
				/could not/,
			],
		})
		await nothingFound(t, 'the same cluster, by who may', args)
	},
}

export const operator: readonly Problems[] = [unregistered, stopped, another, strangerMay]
