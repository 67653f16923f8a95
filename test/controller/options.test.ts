import test from 'ava'
import { Misuse, optionsOf, type Options } from '../../controller/options.ts'

const usual: Omit<Options, 'identity'> = {
	namespace: undefined,
	scope: 'all',
	ownNamespace: 'kubectl-etcd',
	port: 8080,
	lostAfterMs: 300_000,
	resyncMs: 60_000,
	workers: 128,
	image: undefined,
	clusterDomain: 'cluster.local',
	anyAddress: '0.0.0.0',
}

const taken: readonly {
	readonly argv: readonly string[]
	readonly env?: NodeJS.ProcessEnv
	readonly is: Partial<Options>
}[] = [
	{ argv: [], is: {} },
	{ argv: ['--namespace', 'shop'], is: { namespace: 'shop' } },
	{ argv: ['--namespace='], is: { namespace: undefined } },
	{ argv: ['--scope=coreos'], is: { scope: 'coreos' } },
	{ argv: ['--port', '0'], is: { port: 0 } },
	{ argv: ['--port', '65535'], is: { port: 65_535 } },
	{ argv: ['--lost-after-seconds', '5'], is: { lostAfterMs: 5000 } },
	{ argv: ['--lost-after-seconds', '86400'], is: { lostAfterMs: 86_400_000 } },
	{ argv: ['--resync-seconds', '1'], is: { resyncMs: 1000 } },
	{ argv: [], env: { OPERATOR_IMAGE: 'operator:1' }, is: { image: 'operator:1' } },
	{ argv: ['--workers=1000'], is: { workers: 1000 } },
	{ argv: ['--workers', '1', '--workers', '2'], is: { workers: 2 } },
	{ argv: [], env: { POD_NAMESPACE: 'mine' }, is: { ownNamespace: 'mine' } },
	{ argv: [], env: { POD_NAMESPACE: '' }, is: { ownNamespace: 'kubectl-etcd' } },
	{ argv: [], env: { KUBERNETES_SERVICE_HOST: 'fd00::1' }, is: { anyAddress: '[::]' } },
	{ argv: [], env: { KUBERNETES_SERVICE_HOST: '10.96.0.1' }, is: { anyAddress: '0.0.0.0' } },
]

for (const { argv, env = {}, is } of taken)
	test(`taken: ${argv.join(' ') || 'nothing'} ${JSON.stringify(env)}`, (t) => {
		const { identity, ...rest } = optionsOf(argv, env)
		t.deepEqual(rest, { ...usual, ...is })
		t.regex(identity, /^controller-[0-9a-f-]{36}$/)
	})

const refused: readonly { readonly argv: readonly string[]; readonly because: RegExp }[] = [
	{ argv: ['--scope', 'mine'], because: /^--scope: "mine" is neither all nor coreos$/ },
	{ argv: ['--scope='], because: /^--scope: "" is neither/ },
	{ argv: ['--port', '65536'], because: /^--port: "65536" is not a number from 0 to 65535$/ },
	{ argv: ['--port', '8080x'], because: /^--port: "8080x" is not a number/ },
	{ argv: ['--port', '0x50'], because: /^--port: "0x50" is not a number/ },
	{ argv: ['--port', '1e3'], because: /^--port: "1e3" is not a number/ },
	{ argv: ['--port', ''], because: /^--port: "" is not a number/ },
	{ argv: ['--lost-after-seconds', '4'], because: /from 5 to 86400$/ },
	{ argv: ['--lost-after-seconds', '7.5'], because: /from 5 to 86400$/ },
	{ argv: ['--lost-after-seconds', 'Infinity'], because: /from 5 to 86400$/ },
	{ argv: ['--resync-seconds', '0'], because: /from 1 to 60$/ },
	{ argv: ['--resync-seconds', '61'], because: /from 1 to 60$/ }, // what a watch has missed must be found within a minute
	{ argv: ['--workers', '0'], because: /from 1 to 1000$/ },
	{ argv: ['--workers=-1'], because: /from 1 to 1000$/ },
	{ argv: ['--cluster-wide'], because: /--cluster-wide/ },
	{ argv: ['--namespace'], because: /--namespace/ },
	{ argv: ['shop'], because: /shop/ },
]

for (const { argv, because } of refused)
	test(`refused: ${argv.join(' ')}`, (t) => {
		const misuse = t.throws(() => optionsOf(argv, {}), { instanceOf: Misuse, message: because })
		t.false(misuse.message.includes('\n'), 'one sentence')
	})

test('a container started again in its pod goes on with its Lease; outside a pod each run is somebody else', (t) => {
	t.is(optionsOf([], { POD_NAME: 'controller-7c9' }).identity, 'controller-7c9')
	t.not(optionsOf([], {}).identity, optionsOf([], {}).identity)
})
