// Which server one asks, how it proves itself and how long one waits, beside kubectl.
import { ca } from './recorder.ts'
import { compared, type Row } from './table.ts'
import { alice, base64, config, trusted } from './written.ts'

type Fields = Readonly<Record<string, unknown>>

const asked = (cluster: Fields, rest: Partial<Row>): Row => ({
	files: ({ api }) => ({ '.kube/config': config({ server: api, ...cluster }, { token: 't' }), 'ca.crt': ca }),
	...rest,
})

compared({
	'an authority, and insecure': asked(
		{ ...trusted, 'insecure-skip-tls-verify': true },
		{ refused: /^cluster "k": certificate-authority and insecure-skip-tls-verify are both given/ },
	),
	insecure: {
		files: ({ api }) => config({ server: api, 'insecure-skip-tls-verify': true }, { token: 't' }),
		sign: /Bearer t"/,
	},
	'--insecure-skip-tls-verify lets the authority go': {
		files: ({ api }) => config({ server: api, 'certificate-authority': 'gone.crt' }, { token: 't' }),
		flags: () => ({ 'insecure-skip-tls-verify': true }),
		sign: /Bearer t"/,
	},
	'--insecure-skip-tls-verify=false changes nothing': {
		files: ({ api }) => config({ server: api, 'insecure-skip-tls-verify': true }, { token: 't' }),
		flags: () => ({ 'insecure-skip-tls-verify': false }),
		sign: /Bearer t"/,
	},
	'--certificate-authority instead of data': {
		files: ({ api }) => ({
			'.kube/config': config(
				{ server: api, 'certificate-authority-data': base64(alice.certificate) },
				{ token: 't' },
			),
			'ca.crt': ca,
		}),
		flags: ({ dir }) => ({ 'certificate-authority': `${dir}/ca.crt` }),
		sign: /Bearer t"/,
	},
	'--certificate-authority ends insecurity': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, 'insecure-skip-tls-verify': true }, { token: 't' }),
			'other.crt': alice.certificate,
		}),
		flags: ({ dir }) => ({ 'certificate-authority': `${dir}/other.crt` }),
		refused: /certificate/,
	},
	'a server that the authority does not know': {
		files: ({ api }) =>
			config({ server: api, 'certificate-authority-data': base64(alice.certificate) }, { token: 't' }),
		refused: /certificate/,
	},
	'a server that no authority here knows': {
		files: ({ api }) => config({ server: api }, { token: 't' }),
		refused: /certificate/,
	},
	'tls-server-name': {
		files: ({ api }) =>
			config({ server: api, ...trusted, 'tls-server-name': 'kube.example' }, { token: 't' }),
		sign: /"sni":"kube\.example","headers":\["authorization: Bearer t","host: 127\.0\.0\.1:/,
	},
	'tls-server-name that is not in the certificate': {
		files: ({ api }) =>
			config({ server: api, ...trusted, 'tls-server-name': 'other.example' }, { token: 't' }),
		refused: /other\.example/,
	},
	'tls-server-name that is an address': {
		files: ({ ports }) =>
			config(
				{ server: `https://localhost:${ports.api}`, ...trusted, 'tls-server-name': '127.0.0.1' },
				{ token: 't' },
			),
		sign: /"headers":\["authorization: Bearer t","host: localhost:/,
	},
	'tls-server-name that is an address not in the certificate': {
		files: ({ api }) => config({ server: api, ...trusted, 'tls-server-name': '10.1.2.3' }, { token: 't' }),
		refused: /10\.1\.2\.3/,
	},
	'--tls-server-name': {
		files: ({ api }) => config({ server: api, ...trusted, 'tls-server-name': 'other' }, { token: 't' }),
		flags: () => ({ 'tls-server-name': 'api.kube.example' }),
		sign: /"sni":"api\.kube\.example"/,
	},
	'--server lets the name of another server go': {
		files: () =>
			config({ server: 'https://nowhere.invalid', ...trusted, 'tls-server-name': 'x' }, { token: 't' }),
		flags: ({ api }) => ({ server: api }),
		sign: /Bearer t"/,
	},
	'a server by its name announces it': {
		files: ({ ports }) => config({ server: `https://localhost:${ports.api}`, ...trusted }, { token: 't' }),
		sign: /"sni":"localhost"/,
	},
	'a path before every path': {
		files: ({ api }) => config({ server: `${api}/k8s/clusters/c-1/?x=1#y`, ...trusted }, { token: 't' }),
		sign: /"url":"\/k8s\/clusters\/c-1\/probe"/,
	},
	'a server without a scheme is plain HTTP': {
		files: ({ ports }) => config({ server: `127.0.0.1:${ports.plain}` }, { token: 't' }),
		sign: /"tls":false,.*"headers":\["host: [^"]*"\]/,
	},
	'a server without a scheme and with a path': {
		files: ({ ports }) => config({ server: `127.0.0.1:${ports.plain}/a` }, {}),
		refused: /^the server "127.*\/a" is no URL: write https:\/\/HOST:PORT$/,
	},
	'a server of another scheme': {
		files: () => config({ server: 'ftp://127.0.0.1' }, {}),
		refused: /^the server "ftp:\/\/127\.0\.0\.1" is no URL/,
	},
	'--request-timeout in seconds, in units and without a limit': {
		...asked(trusted, { sign: /Bearer t"/ }),
		flags: () => ({ 'request-timeout': '1m2.5s' }),
	},
	'--request-timeout that is no time': {
		...asked(trusted, {
			refused: /^--request-timeout "soon" is no time: write 30, 5s, 2m or 0 for no limit$/,
		}),
		flags: () => ({ 'request-timeout': 'soon' }),
	},
	'--request-timeout below zero, which is no limit for kubectl': {
		files: ({ api }) => config({ server: api, ...trusted }, { token: 't' }),
		flags: () => ({ 'request-timeout': '-5s' }),
		stricter: /^--request-timeout "-5s" is no time/,
	},
})
