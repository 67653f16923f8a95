// The webhook as config/default installs it: nobody is refused while its certificate is renewed and its pods are replaced.
import test from 'ava'
import { api, eventually, get, kubectl, ownNamespace, playground } from '../support.ts'
import { steadily } from '../steady.ts'

const ours = 'kubectl-etcd'
const labels = 'app.kubernetes.io/component=webhook'

interface Pods {
	readonly items: readonly {
		readonly metadata: { readonly name: string; readonly deletionTimestamp?: string }
	}[]
}

const podNames = async (): Promise<string[]> =>
	(await get<Pods>(ours, 'pods', '-l', labels)).items.map(({ metadata }) => metadata.name).toSorted()

const stored = async (): Promise<string> =>
	await kubectl('-n', ours, 'get', 'secret', `${ours}-webhook`, '-o', 'jsonpath={.data.tls\\.crt}')

/** When the certificate ends that a pod shows, as it says itself. */
async function shownUntil(pod: string): Promise<number> {
	const metrics = await kubectl(
		'get',
		'--raw',
		`/api/v1/namespaces/${ours}/pods/https:${pod}:8443/proxy/metrics`,
	)
	return Number(/^kubectl_etcd_webhook_cert_not_after (\S+)$/m.exec(metrics)?.[1])
}

test.serial(
	'under 50 requests a second a renewed certificate and a roll of both replicas refuse nobody',
	async (t) => {
		t.timeout(400_000)
		const namespace = await ownNamespace(t)
		const steady = await steadily(playground.files.kubeconfig, namespace)
		t.teardown(async () => await steady.stop())
		const before = await podNames()
		t.is(before.length, 2)
		const ended = await Promise.all(before.map(shownUntil))
		const stale = await stored()

		const lastTransitionTime = new Date().toISOString()
		const issuing = {
			type: 'Issuing',
			status: 'True',
			reason: 'Asked',
			message: 'by a test',
			lastTransitionTime,
		}
		const patch = JSON.stringify([{ op: 'add', path: '/status/conditions/-', value: issuing }])
		await kubectl(
			'-n',
			ours,
			'patch',
			'certificate',
			ours + '-webhook',
			'--subresource=status',
			'--type=json',
			'-p',
			patch,
		)
		// A kubelet looks at a Secret again within a minute or so; a change of the pod makes it look now.
		await eventually('there is another certificate', async () => (await stored()) !== stale, 60)
		await kubectl('-n', ours, 'annotate', 'pods', '-l', labels, `example.test/look=${Date.now()}`)
		await eventually(
			'every pod shows the renewed certificate',
			async () =>
				(await Promise.all(before.map(shownUntil))).every((until, index) => until > (ended[index] ?? 0)),
			150,
		)
		const asked = steady.asked()
		t.deepEqual(steady.failures, [])

		await kubectl('-n', ours, 'rollout', 'restart', `deployment/${ours}-webhook`)
		await kubectl('-n', ours, 'rollout', 'status', `deployment/${ours}-webhook`, '--timeout=120s')
		await eventually(
			'the old pods are gone',
			async () => {
				const now = await podNames()
				return now.length === 2 && now.every((name) => !before.includes(name))
			},
			90,
		)
		await steady.stop()
		t.log(
			`${asked} requests during the renewal, ${steady.asked() - asked} during the roll, ${steady.failures.length} failed`,
		)
		t.deepEqual(steady.failures, [])
		t.true(asked > 50 && steady.asked() - asked > 500)
	},
)

test.serial('the webhook may ask the API for nothing', async (t) => {
	const rights = await kubectl(
		'auth',
		'can-i',
		'--list',
		'--as',
		`system:serviceaccount:${ours}:${ours}-webhook`,
		'-n',
		ours,
	)
	// What everybody may do: ask about oneself, and read a few addresses that are no objects.
	const resources = rights
		.split('\n')
		.slice(1)
		.map((line) => line.split(/\s+/)[0] ?? '')
	t.deepEqual(
		resources.filter((name) => name !== '' && !name.startsWith('selfsubject')),
		[],
	)
})

test.serial('a deletion does not call it, and neither does a status or a finalizer', async (t) => {
	const namespace = await ownNamespace(t)
	const reviews = async (): Promise<number> => {
		const all = await Promise.all(
			(await podNames()).map(async (pod) => {
				const metrics = await kubectl(
					'get',
					'--raw',
					`/api/v1/namespaces/${ours}/pods/https:${pod}:8443/proxy/metrics`,
				)
				return [...metrics.matchAll(/^kubectl_etcd_webhook_reviews_total\S+ (\d+)$/gm)].map(([, count]) =>
					Number(count),
				)
			}),
		)
		return all.flat().reduce((sum, count) => sum + count, 0)
	}
	const path = `/apis/etcd.database.coreos.com/v1beta2/namespaces/${namespace}/etcdclusters`
	const spec = { size: 3, version: '3.6.16' }
	const merge = 'application/merge-patch+json'
	await api.must('POST', path, {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: 'a' },
		spec,
	})
	const before = await reviews()
	await api.must('PATCH', `${path}/a/status`, { status: { phase: 'Running' } }, merge)
	await api.must(
		'PATCH',
		`${path}/a`,
		{ metadata: { finalizers: ['example.test/a'], labels: { a: 'b' } } },
		merge,
	)
	await api.must('DELETE', `${path}/a`)
	await api.must('PATCH', `${path}/a`, { metadata: { finalizers: null } }, merge)
	t.is(await reviews(), before)
	await api.must('POST', path, {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: 'b' },
		spec,
	})
	t.is(await reviews(), before + 2)
})
