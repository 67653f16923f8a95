// As in a pod, where a service account is mounted, beside kubectl: in a mount namespace in which /run is ours.
import { join } from 'node:path'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { kubectl, runs, situation } from '../kube/config/both.ts'
import type { KubeFlags } from '../../kube/config/flags.ts'
import type { Outcome } from '../kube/config/ours.ts'
import { ca, recorder, type Arrived } from '../kube/config/recorder.ts'
import { config, trusted } from '../kube/config/written.ts'

const test = anyTest.serial as TestFn

const world = await recorder()
test.after.always(() => world.close())

const ours = join(import.meta.dirname, '../kube/config/ours.ts')

const pod = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: `${world.ports.api}` }
const account = { token: 'of the pod\n', 'ca.crt': ca, namespace: 'of-the-pod' }
const server = `https://127.0.0.1:${world.ports.api}`

const mounts = `
	mount -t tmpfs tmpfs "$(realpath /var/run)"
	mkdir -p /var/run/secrets/kubernetes.io
	cp -r "$HOME/account" /var/run/secrets/kubernetes.io/serviceaccount
	exec "$@"`

interface Case {
	readonly files?: Readonly<Record<string, string>>
	readonly env?: NodeJS.ProcessEnv
	readonly flags?: KubeFlags
}

async function inPod(t: ExecutionContext, { files = {}, env = {}, flags = {} }: Case) {
	const mounted = Object.entries(account).map(([name, text]) => [`account/${name}`, text])
	const here = await situation(
		() => ({ ...Object.fromEntries(mounted), ...files }),
		() => ({ ...pod, ...env }),
		() => flags,
	)
	t.teardown(async () => await here[Symbol.asyncDispose]())
	const run = async (...command: readonly string[]) =>
		await runs('unshare', ['--mount', 'sh', '-ec', mounts, 'sh', ...command], here.env, here.dir)
	const words = Object.entries(flags).map(([name, value]) => `--${name}=${String(value)}`)
	const theirs = await run(kubectl, 'get', '--raw', '/probe', ...words)
	const seen = world.taken().requests
	const { stdout, stderr } = await run(process.execPath, ours, JSON.stringify({ flags }))
	t.regex(stdout, /^\{/, stderr)
	return {
		kubectl: seen,
		us: world.taken().requests,
		said: theirs.stderr,
		outcome: JSON.parse(stdout) as Outcome,
	}
}

const headersOf = (arrived: readonly Arrived[]): readonly string[] => arrived[0]?.headers ?? []

test('the service account, its authority and its namespace', async (t) => {
	const { kubectl: theirs, us, outcome } = await inPod(t, {})
	t.deepEqual(us, theirs)
	t.is(headersOf(us)[0], 'authorization: Bearer of the pod')
	t.like(outcome, { namespace: 'of-the-pod', server })
})

test('POD_NAMESPACE, --namespace, --token and a kubeconfig without a namespace', async (t) => {
	t.is((await inPod(t, { env: { POD_NAMESPACE: 'said' } })).outcome.namespace, 'said')
	t.is((await inPod(t, { flags: { namespace: 'mine' } })).outcome.namespace, 'mine')
	const { kubectl: theirs, us } = await inPod(t, { flags: { token: 'flag' } })
	t.deepEqual(us, theirs)
	t.is(headersOf(us)[0], 'authorization: Bearer flag')
	const files = { '.kube/config': config({ server, ...trusted }, { token: 'own' }) }
	const named = await inPod(t, { files })
	t.deepEqual(named.us, named.kubectl)
	t.is(headersOf(named.us)[0], 'authorization: Bearer own')
	t.is(named.outcome.namespace, 'of-the-pod')
})

test('--as, for which kubectl leaves the pod and asks localhost:8080', async (t) => {
	const { us, kubectl: theirs, said } = await inPod(t, { flags: { as: 'jane' } })
	t.deepEqual(theirs, [])
	t.regex(said, /localhost:8080/)
	t.deepEqual(headersOf(us).slice(0, 1).concat(headersOf(us).slice(2)), [
		'authorization: Bearer of the pod',
		'impersonate-user: jane',
	])
})
