// Which tests run once more in Bun, of which the plugin's executable is made: those of what it shares with others, and its own. Pure.

/** Folders of test/; new files in them run in Bun, too. */
export const folders: readonly string[] = ['api', 'etcd', 'kube', 'runtime', 'plugin']

const controllers = 'what is tested there is the controller’s, which runs in Node'
const alerts =
	'it reaches members by sockets, and a socket of Bun whose write fails loses what has come before, here a member’s alert; the plugin reaches members by WebSockets, which hear no such failure'

const servers =
	'its servers look at certificates as only those of Node tell them: they stay in Node, and each request comes from a Bun'

/** Tests that start what asks as a process, by whatever runtime they are told. */
export const asking: readonly string[] = [
	'chosen',
	'exec',
	'loading',
	'proxies',
	'servers',
	'systems',
	'terminal',
	'users',
].map((name) => `kube/config/${name}.test.ts`)

/** Files that do not run in Bun, and why not. */
export const leftOut: Readonly<Record<string, string>> = {
	...Object.fromEntries(asking.map((path) => [path, servers])),
	'etcd/real/tls.test.ts': alerts,
	'plugin/real/asked.test.ts': alerts,
	'etcd/real/changes.test.ts': controllers,
	'etcd/real/checks.test.ts': controllers,
	'etcd/real/corrupt.test.ts': controllers,
	'etcd/real/downgrade.test.ts': controllers,
	'etcd/real/learners.test.ts': controllers,
	'etcd/real/peek.test.ts': controllers,
	'etcd/real/refusal.test.ts': controllers,
	'etcd/real/rejoin.test.ts': controllers,
	'etcd/real/restore.test.ts': controllers,
	'etcd/real/start.test.ts': controllers,
	'kube/bury.test.ts': controllers,
	'kube/events.test.ts': controllers,
	'kube/grow.test.ts': controllers,
	'kube/guard.test.ts': controllers,
	'kube/lease.test.ts': controllers,
	'kube/objects.test.ts': controllers,
	'kube/own-image.test.ts': controllers,
	'kube/rights.test.ts': controllers,
	'kube/scope.test.ts': controllers,
	'plugin/compared/get.test.ts':
		'each of its many lines is a process beside one of kubectl, which takes too long for twice; what prints them runs in Bun by plugin/output and plugin/get',
	'plugin/ctl/large.test.ts':
		'it bounds the memory of a process as Node’s collector keeps it; that of Bun lets more pile up on a busy machine',
}

/** As AVA wants to be told. */
export const patterns: readonly string[] = [
	...folders.map((folder) => `test/${folder}/**/*.test.ts`),
	'test/tools/in-bun.test.ts',
	...Object.keys(leftOut).map((path) => `!test/${path}`),
]
