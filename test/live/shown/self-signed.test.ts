// The webhook without cert-manager: a certificate of ours, replaced in time, and nobody refused meanwhile.
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { install, loadOperator } from '../../../playground/install.ts'
import { Playground } from '../../../playground/playground.ts'
import { forgetLogs } from '../../../playground/world/launch.ts'
import { steadily } from '../steady.ts'

test('its certificate is replaced under 50 requests a second, and nobody is refused', async (t) => {
	t.timeout(300_000)
	const name = `test-signed-${process.pid}`
	t.teardown(async () => await forgetLogs(name))
	await using own = await Playground.start({ name, nodes: 3 })
	await loadOperator(own)
	// One minute of life instead of ninety days.
	const quick = ['--life-hours=0.0167', '--publish-seconds=3', '--spread-seconds=8']
	await install(own, 'self-signed', (manifest) => {
		const edited = manifest.replace(
			'- /app/certificates.cjs',
			['- /app/certificates.cjs', ...quick.map((flag) => `- ${flag}`)].join('\n        '),
		)
		t.not(edited, manifest)
		return edited
	})
	const ours = ['-n', 'kubectl-etcd']
	const certificate = async (): Promise<string> =>
		await own.kubectl([...ours, 'get', 'secret', 'kubectl-etcd-webhook', '-o', 'jsonpath={.data.tls\\.crt}'])
	const first = await certificate()
	const steady = await steadily(own.files.kubeconfig, 'default')
	t.teardown(async () => await steady.stop())
	const began = performance.now()
	while ((await certificate()) === first && performance.now() - began < 60_000) await sleep(200)
	t.not(await certificate(), first)
	// A kubelet looks at a Secret again within a minute or so, which is most of this certificate's life; a change of the pod makes it look now.
	await own.kubectl([...ours, 'annotate', 'pods', '--all', 'example.test/look=now'])
	await sleep(30_000)
	await steady.stop()
	t.log(`${steady.asked()} requests, ${steady.failures.length} failed`)
	t.deepEqual(steady.failures, [])

	const steps = await own.kubectl([...ours, 'logs', 'deployment/kubectl-etcd-certificates'])
	const done = [...steps.matchAll(/"step":"(\w+)"/g)].map(([, step]) => step)
	t.deepEqual(done.slice(0, 8), [
		'issue',
		'trust',
		'issue',
		'trust',
		'notePublished',
		'switch',
		'trust',
		'forgetNext',
	])
})
