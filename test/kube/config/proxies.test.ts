// The ways through proxies, beside kubectl. The proxies lead any name to the recorder of the same port.
import { compared, type At, type Row } from './table.ts'
import { asAlice, base64, config, trusted } from './written.ts'

const through = (proxy: (at: At) => string, sign: RegExp, host = 'kube.example'): Row => ({
	files: (at) =>
		config(
			{ server: `https://${host}:${at.ports.api}`, ...trusted, 'proxy-url': proxy(at) },
			{ ...asAlice, token: 't', as: 'jane' },
		),
	sign,
})

const byEnvironment = (
	host: string,
	env: (at: At) => NodeJS.ProcessEnv,
	rest: Pick<Row, 'sign'> | Pick<Row, 'unreachable'>,
): Row => ({
	files: ({ ports }) => config({ server: `https://${host}:${ports.api}`, ...trusted }, { token: 't' }),
	env,
	...rest,
})

const proxied = { sign: /"proxied":\["http CONNECT/ }
/** Nobody knows the name but the proxies. */
const straight = { unreachable: true } as const
const arrives = { sign: /Bearer t.*"proxied":\[\]/ }

const without = (noProxy: string | ((at: At) => string)) => (at: At) => ({
	HTTPS_PROXY: at.http,
	NO_PROXY: typeof noProxy === 'string' ? noProxy : noProxy(at),
})

compared({
	http: through(
		({ http }) => http,
		/"certificate":"alice","sni":"kube\.example","headers":\["authorization: Bearer t".*http CONNECT kube\.example:\d+ host: kube\.example:\d+"/s,
	),
	'http with a login': through(
		({ ports }) => `http://me:p%40ss@127.0.0.1:${ports.http}`,
		new RegExp(`proxy-authorization: Basic ${base64('me:p@ss')}`),
	),
	'http with a name alone': through(
		({ ports }) => `http://me@127.0.0.1:${ports.http}`,
		new RegExp(`proxy-authorization: Basic ${base64('me:')}`),
	),
	https: through(({ https }) => https, /"certificate":"alice".*https CONNECT kube\.example/),
	'https with a login': through(
		({ ports }) => `https://me:secret@localhost:${ports.https}`,
		new RegExp(`https CONNECT.*${base64('me:secret')}`),
	),
	socks5: through(({ socks }) => socks, /"certificate":"alice".*"socks5 kube\.example:\d+"/),
	'socks5 with a login': through(
		({ ports }) => `socks5://me:secret@127.0.0.1:${ports.socks}`,
		/"socks5 kube\.example:\d+ as me:secret"/,
	),
	'socks5 to an address': through(({ socks }) => socks, /"socks5 127\.0\.0\.1:\d+"/, '127.0.0.1'),
	'proxy-url is asked even for what is near, and whatever NO_PROXY says': {
		...through(({ http }) => http, /http CONNECT localhost:/, 'localhost'),
		env: () => ({ NO_PROXY: '*' }),
	},
	'proxy-url comes before HTTPS_PROXY': {
		...through(({ http }) => http, /"proxied":\["http CONNECT/),
		env: ({ https }) => ({ HTTPS_PROXY: https }),
	},
	'plain HTTP by an HTTP proxy': {
		files: ({ ports, http }) =>
			config({ server: `http://kube.example:${ports.plain}/a`, 'proxy-url': http }, { as: 'jane' }),
		sign: /"url":"http:\/\/kube\.example:\d+\/a\/probe".*"proxied":\[\]/,
	},
	'plain HTTP by an HTTP proxy with a login': {
		files: ({ ports }) =>
			config(
				{
					server: `http://kube.example:${ports.plain}`,
					'proxy-url': `http://me:secret@127.0.0.1:${ports.http}`,
				},
				{},
			),
		sign: /"proxy-authorization: Basic/,
	},
	'plain HTTP by SOCKS': {
		files: ({ ports, socks }) =>
			config({ server: `http://kube.example:${ports.plain}`, 'proxy-url': socks }, { as: 'jane' }),
		sign: /"url":"\/probe".*"socks5 kube\.example/,
	},
	'plain HTTP by HTTP_PROXY': {
		files: ({ ports }) => config({ server: `http://kube.example:${ports.plain}` }, {}),
		env: ({ http, https }) => ({ HTTP_PROXY: http, HTTPS_PROXY: https }),
		sign: /"url":"http:\/\/kube\.example/,
	},
	'a proxy of another scheme': {
		files: ({ api }) => config({ server: api, ...trusted, 'proxy-url': 'ftp://x:1' }, {}),
		refused: /^proxy-url has the scheme "ftp": it must be one of http, https, socks5$/,
	},
	'a proxy without a scheme': {
		files: ({ api }) => config({ server: api, ...trusted, 'proxy-url': 'proxy.example' }, {}),
		refused: /^proxy-url has no scheme: it must be one of http, https, socks5$/,
	},
	'a proxy that is not there': {
		files: ({ api }) =>
			config({ server: api, ...trusted, 'proxy-url': 'http://127.0.0.1:1' }, { token: 't' }),
		refused: /^the proxy http:\/\/127\.0\.0\.1:1 did not connect us to 127\.0\.0\.1:\d+: .*ECONNREFUSED/,
	},
	'a proxy whose authority nobody knows': {
		files: ({ https, ports }) =>
			config(
				{
					server: `https://kube.example:${ports.api}`,
					'insecure-skip-tls-verify': false,
					'proxy-url': https,
				},
				{ token: 't' },
			),
		refused: /^the proxy https:\/\/127\.0\.0\.1:\d+ did not connect us to kube\.example:\d+: .*certificate/,
	},
	HTTPS_PROXY: byEnvironment('kube.example', ({ http }) => ({ HTTPS_PROXY: http }), proxied),
	https_proxy: byEnvironment('kube.example', ({ http }) => ({ https_proxy: http }), proxied),
	'HTTPS_PROXY before https_proxy': byEnvironment(
		'kube.example',
		({ http, https }) => ({ HTTPS_PROXY: http, https_proxy: https }),
		proxied,
	),
	'HTTPS_PROXY without a scheme': byEnvironment(
		'kube.example',
		({ ports }) => ({ HTTPS_PROXY: `127.0.0.1:${ports.http}` }),
		proxied,
	),
	'HTTPS_PROXY that speaks SOCKS': byEnvironment('kube.example', ({ socks }) => ({ HTTPS_PROXY: socks }), {
		sign: /"socks5 kube/,
	}),
	'HTTP_PROXY is not for HTTPS': byEnvironment('0.0.0.0', ({ http }) => ({ HTTP_PROXY: http }), arrives),
	'ALL_PROXY is nothing': byEnvironment('0.0.0.0', ({ http }) => ({ ALL_PROXY: http }), arrives),
	'loopback by name': byEnvironment('localhost', ({ http }) => ({ HTTPS_PROXY: http }), arrives),
	'loopback by address': byEnvironment('127.0.0.1', ({ http }) => ({ HTTPS_PROXY: http }), arrives),
	'an address': byEnvironment('0.0.0.0', ({ http }) => ({ HTTPS_PROXY: http }), proxied),
	'NO_PROXY *': byEnvironment('0.0.0.0', without('a.example, *'), arrives),
	'NO_PROXY address': byEnvironment('0.0.0.0', without('1.2.3.4,0.0.0.0'), arrives),
	'NO_PROXY address and port': byEnvironment(
		'0.0.0.0',
		without(({ ports }) => `0.0.0.0:${ports.api}`),
		arrives,
	),
	'NO_PROXY address and another port': byEnvironment('0.0.0.0', without('0.0.0.0:1'), proxied),
	'NO_PROXY network': byEnvironment('0.0.0.0', without('10.0.0.0/8, 0.0.0.0/8'), arrives),
	'NO_PROXY other network': byEnvironment('0.0.0.0', without('10.0.0.0/8'), proxied),
	no_proxy: byEnvironment('0.0.0.0', ({ http }) => ({ https_proxy: http, no_proxy: '0.0.0.0' }), arrives),
	'NO_PROXY name': byEnvironment('kube.example', without('kube.example'), straight),
	'NO_PROXY name in capitals': byEnvironment('kube.example', without('KUBE.example'), straight),
	'NO_PROXY end of the name': byEnvironment('kube.example', without('example'), straight),
	'NO_PROXY .end of the name': byEnvironment('kube.example', without('.example'), straight),
	'NO_PROXY *.end of the name': byEnvironment('kube.example', without('*.example'), straight),
	'NO_PROXY .the whole name': byEnvironment('kube.example', without('.kube.example'), proxied),
	'NO_PROXY end of a word': byEnvironment('kube.example', without('e.example'), proxied),
	'NO_PROXY name and port': byEnvironment(
		'kube.example',
		without(({ ports }) => `kube.example:${ports.api}`),
		straight,
	),
	'NO_PROXY name and another port': byEnvironment('kube.example', without('kube.example:1'), proxied),
	'NO_PROXY networks are not for names': byEnvironment('kube.example', without('0.0.0.0/0'), proxied),
	'NO_PROXY nonsense': byEnvironment('kube.example', without(',,:443, ,/,a/b,[],::'), proxied),
})
