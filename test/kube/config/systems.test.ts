// What cannot be seen from here: other systems' rules for files, programs and shells, and the words for times.
import test from 'ava'
import { requestTimeoutMs } from '../../../kube/config/duration.ts'
import { findProgram, launch } from '../../../kube/config/program.ts'
import { proxyFor } from '../../../kube/config/proxy.ts'
import { kubeconfigPaths } from '../../../kube/config/read.ts'

const lists: readonly [platform: NodeJS.Platform, env: NodeJS.ProcessEnv, paths: readonly string[]][] = [
	['linux', { KUBECONFIG: 'a:b::a:c d' }, ['a', 'b', 'c d']],
	['linux', { KUBECONFIG: ':', HOME: '/home/me' }, []],
	['linux', { HOME: '/home/me', USERPROFILE: 'x' }, ['/home/me/.kube/config']],
	['linux', {}, []],
	['win32', { KUBECONFIG: String.raw`C:\a;D:\b;;C:\a` }, [String.raw`C:\a`, String.raw`D:\b`]],
	['win32', { USERPROFILE: String.raw`C:\Users\me` }, [String.raw`C:\Users\me\.kube\config`]],
	[
		'win32',
		{ HOME: String.raw`H:\me`, USERPROFILE: String.raw`C:\Users\me` },
		[String.raw`H:\me\.kube\config`],
	],
	['win32', { HOMEDRIVE: 'Z:', HOMEPATH: String.raw`\me` }, [String.raw`Z:\me\.kube\config`]],
]

for (const [platform, env, paths] of lists)
	test(`the kubeconfigs on ${platform} of ${JSON.stringify(env)}`, async (t) => {
		t.deepEqual(await kubeconfigPaths(env, platform), paths)
	})

const windows = (there: readonly string[]) => ({
	platform: 'win32' as const,
	isProgram: async (path: string) => await Promise.resolve(there.includes(path.toLowerCase())),
})

test('on Windows a program is found by the endings that programs have, never in the folder one is in', async (t) => {
	const env = { Path: String.raw`.;C:\bin;D:\tools`, PATHEXT: '.EXE;.CMD' }
	const system = windows([
		String.raw`c:\bin\login.cmd`,
		String.raw`d:\tools\login.exe`,
		'login.exe',
		String.raw`c:\x\own.exe`,
	])
	t.is(await findProgram('login', env, system), String.raw`C:\bin\login.cmd`)
	t.is(await findProgram('login.exe', env, system), String.raw`D:\tools\login.exe`)
	t.is(await findProgram(String.raw`C:\x\own`, env, system), String.raw`C:\x\own.exe`)
	t.is(await findProgram('other', env, system), undefined)
})

test('batch files are started by the shell, which must not read their arguments', (t) => {
	const cmd = String.raw`C:\Program Files\login.cmd`
	t.deepEqual(launch('/bin/login', ['a b'], 'linux'), { file: '/bin/login', args: ['a b'] })
	t.deepEqual(launch(String.raw`C:\login.exe`, ['a b'], 'win32'), {
		file: String.raw`C:\login.exe`,
		args: ['a b'],
	})
	t.deepEqual(launch(cmd, ['plain', 'a b', '%PATH%&x"', String.raw`end\ `], 'win32', 'cmd.exe'), {
		file: 'cmd.exe',
		args: [
			'/d',
			'/s',
			'/c',
			String.raw`"C:\Program^ Files\login.cmd plain ^^^"a^^^ b^^^" ^^^"^^^%PATH^^^%^^^&x\^^^"^^^" ^^^"end\^^^ ^^^""`,
		],
		windowsVerbatimArguments: true,
	})
})

const times: Readonly<Record<string, number>> = {
	0: 0,
	'0s': 0,
	30: 30_000,
	'5s': 5000,
	'1m30s': 90_000,
	'1.5h': 5_400_000,
	'.5s': 500,
	'+2s': 2000,
	'250ms': 250,
	'1us': 1,
	'1h1m1s1ms': 3_661_001,
}

test('how long a request may take', (t) => {
	for (const [text, ms] of Object.entries(times)) t.is(requestTimeoutMs(text), ms, text)
	for (const text of ['', ' ', '-1', '-1s', 's', '1 s', '1d', '1s1', 'x', '1e3']) {
		t.throws(
			() => requestTimeoutMs(text),
			{ message: /is no time: write 30, 5s, 2m or 0 for no limit$/ },
			text,
		)
	}
})

const via = (proxy: string, host = 'k.example') =>
	proxyFor(
		undefined,
		{ HTTPS_PROXY: proxy, NO_PROXY: '[fd00::1]:443,fd01::/16,::1' },
		{ host, port: 443, plain: false },
	)

test('proxies of all spellings, and addresses of six bytes', (t) => {
	t.deepEqual(via('http://p.example'), { scheme: 'http', host: 'p.example', port: 80 })
	t.deepEqual(via('HTTPS://P.example:443/x'), { scheme: 'https', host: 'p.example', port: 443 })
	t.deepEqual(via('http://p.example:443'), { scheme: 'http', host: 'p.example', port: 443 })
	t.deepEqual(via('p.example:3128'), { scheme: 'http', host: 'p.example', port: 3128 })
	t.deepEqual(via('socks5h://[::1]:9'), { scheme: 'socks5', host: '::1', port: 9 })
	t.deepEqual(via('http://a%zz:b@p'), {
		scheme: 'http',
		host: 'p',
		port: 80,
		username: 'a%zz',
		password: 'b',
	})
	t.is(via('http://p', 'fd00::1'), undefined)
	t.is(via('http://p', 'fd01::5'), undefined)
	t.is(via('http://p', '::1'), undefined)
	t.is(via('http://p', '::ffff:127.0.0.1'), undefined)
	t.is(via('http://p', 'fd02::1')?.host, 'p')
	t.is(via('', 'fd02::1'), undefined)
	t.throws(() => via('http://'), {
		message: "the environment's HTTPS_PROXY is no URL: write http://HOST:PORT",
	})
})
