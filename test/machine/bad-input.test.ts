import { join } from 'node:path'
import test from 'ava'
import { attempt } from '../../playground/run.ts'
import { cli, ownDirectory, pathWithOnly, testName } from './support.ts'

const main = join(import.meta.dirname, '../../playground/main.ts')
const nobody = testName('nobody')

const complains = test.macro(
	async (t, args: readonly string[], code: number, sentence: RegExp, env: NodeJS.ProcessEnv = {}) => {
		const { code: ended, stdout, stderr } = await cli(args, env)
		t.is(ended, code, stderr)
		t.regex(stderr, sentence)
		t.is(stdout, '')
		t.notRegex(stderr, /\n\s+at /) // a sentence, not a stack
	},
)

test(
	'an unknown command',
	complains,
	['fly'],
	2,
	/^"fly" is no command of the playground: use one of up, down,/,
)
test('a command that an object inherits', complains, ['toString'], 2, /^"toString" is no command/)
test(
	'down without up',
	complains,
	['down', '--name', nobody],
	1,
	/is not up: start it with `npm run playground -- up --name/,
)
test('status without up', complains, ['status', '--name', nobody], 1, /is not up: start it with/)
test(
	'load without an archive',
	complains,
	['load'],
	1,
	/something is missing; usage: npm run playground -- load IMAGE\.tar/,
)
test(
	'load of nothing',
	complains,
	['load', '/nothing.tar'],
	1,
	/\/nothing\.tar cannot be read: name an image archive/,
)
test('logs of a playground that never was', complains, ['logs', '--name', nobody], 1, /it was never up/)
test(
	'an unknown flag',
	complains,
	['up', '--fast'],
	1,
	/Unknown option '--fast'.*usage: npm run playground -- up/,
)
test('a word too many', complains, ['up', 'now'], 1, /"now" is one word too many/)
test(
	'a port that is none',
	complains,
	['up', '--port', '70000'],
	1,
	/--port 70000: use a whole number from 1 to 65535/,
)
test(
	'a name that is no name',
	complains,
	['up', '--name', '../etc'],
	1,
	/playground name "\.\.\/etc": use up to 32 lower-case letters/,
)
test('a fault that is none', complains, ['fault', 'meteor'], 1, /"meteor" is no fault; kinds of fault:/)
test(
	'a state directory too long for sockets',
	complains,
	['up'],
	1,
	/sockets allow 80: set XDG_STATE_HOME to a shorter one/,
	{
		XDG_STATE_HOME: `/tmp/${'long'.repeat(30)}`,
	},
)

test('without a command the help is shown', async (t) => {
	const { code, stdout } = await cli([])
	t.is(code, 2)
	t.regex(stdout, /npm run playground -- COMMAND/)
	t.is((await cli(['help'])).code, 0)
})

test('not root', async (t) => {
	const state = await ownDirectory(t)
	const user = ['--reuid', '65534', '--regid', '65534', '--clear-groups']
	const env = { ...process.env, XDG_STATE_HOME: state, XDG_CACHE_HOME: state }
	const { code, stderr } = await attempt('setpriv', [...user, process.execPath, main, 'up'], { env })
	t.is(code, 1, stderr)
	t.regex(stderr, /must run as root: become root first/)
})

test('no Go to build with', async (t) => {
	const PATH = await pathWithOnly(
		t,
		'unshare',
		'nsenter',
		'flock',
		'setpriv',
		'mount',
		'containerd',
		'ctr',
		'runc',
	)
	const dir = await ownDirectory(t)
	const env = { PATH, XDG_CACHE_HOME: dir, KUBECTL_ETCD_PROGRAMS: dir, KUBEBUILDER_ASSETS: dir }
	const { code, stderr } = await cli(['up', '--name', nobody], env)
	t.is(code, 1, stderr)
	t.regex(stderr, /Go 1\.21 or later is needed to build Kubernetes and etcd \(found: none\): install it/)
})

test('a package is missing and there is no apt-get', async (t) => {
	const PATH = await pathWithOnly(t, 'unshare', 'nsenter', 'flock', 'setpriv', 'mount', 'go')
	const { code, stderr } = await cli(['up', '--name', nobody], { PATH })
	t.is(code, 1, stderr)
	t.regex(stderr, /the Debian packages containerd.* are missing and apt-get is not here to install them/)
})

test('a full disk under the state, and one under the cache', async (t) => {
	const small = await ownDirectory(t)
	const script = 'mount -t tmpfs -o size=100m tmpfs "$0" && exec "$@"'
	const up = async (env: NodeJS.ProcessEnv) =>
		await attempt(
			'unshare',
			['--mount', 'sh', '-c', script, small, process.execPath, main, 'up', '--name', nobody],
			{
				env: { ...process.env, ...env },
			},
		)
	const state = await up({ XDG_STATE_HOME: small })
	t.is(state.code, 1, state.stderr)
	t.regex(state.stderr, /has 0\.1 GB free and a playground needs 2 GB: free some, or set XDG_STATE_HOME/)
	const cache = await up({ XDG_CACHE_HOME: small, KUBECTL_ETCD_PROGRAMS: small, KUBEBUILDER_ASSETS: small })
	t.is(cache.code, 1, cache.stderr)
	t.regex(cache.stderr, /has 0\.1 GB free and building needs 10 GB: free some, or set XDG_CACHE_HOME/)
})
