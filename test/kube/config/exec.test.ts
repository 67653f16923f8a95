// Credential programs, beside kubectl: what they are told, and what of their answers is sent.
import { compared, type Row } from './table.ts'
import { alice, asAlice, bob, config, exec, plugin, trusted } from './written.ts'

type Fields = Readonly<Record<string, unknown>>

const v1 = 'client.authentication.k8s.io/v1'
const v1beta1 = 'client.authentication.k8s.io/v1beta1'

const logins = (program: string, more: Fields = {}, cluster: Fields = {}): Row => ({
	files: ({ api }) => ({
		'.kube/config': config({ server: api, ...trusted, ...cluster }, exec(more)),
		'bin/etcd-login': program,
	}),
})

const token = plugin({ token: 'made' })

const refuses = (program: string, refused: RegExp, more: Fields = {}): Row => ({
	...logins(program, more),
	refused,
})

compared({
	'a token': { ...logins(token), sign: /Bearer made".*"interactive":false/ },
	v1beta1: {
		...logins(plugin({ token: 'made' }, { apiVersion: v1beta1 }), { apiVersion: v1beta1 }),
		sign: /Bearer made".*v1beta1/,
	},
	'v1beta1, which need not say whether it asks': {
		...logins(plugin({ token: 'made' }, { apiVersion: v1beta1 }), {
			apiVersion: v1beta1,
			interactiveMode: undefined,
		}),
		sign: /"interactive":false/,
	},
	'a certificate': {
		...logins(plugin({ clientCertificateData: bob.certificate, clientKeyData: bob.key })),
		sign: /"certificate":"bob","headers":\["host: [^,]*\]/,
	},
	'a certificate and a token': {
		...logins(plugin({ token: 'made', clientCertificateData: bob.certificate, clientKeyData: bob.key })),
		sign: /"certificate":"bob","headers":\["authorization: Bearer made"/,
	},
	'arguments and variables': {
		...logins(plugin({ token: '$WHO-$HOME_OF' }), {
			args: ['get-token', '--for', 'a b', ''],
			env: [
				{ name: 'WHO', value: 'me' },
				{ name: 'HOME_OF', value: '' },
				{ name: 'WHO', value: 'last' },
			],
		}),
		sign: /Bearer last-".*args get-token --for a b /,
	},
	'the cluster, if the program wants to know': {
		...logins(
			token,
			{ provideClusterInfo: true },
			{
				'tls-server-name': 'kube.example',
				'disable-compression': true,
				extensions: [
					{ name: 'other', extension: { a: 1 } },
					{ name: 'client.authentication.k8s.io/exec', extension: { audience: 'x', deep: [1, null] } },
				],
			},
		),
		sign: /"tls-server-name":"kube.example","certificate-authority-data":"LS0t.*"audience":"x"/,
	},
	'the cluster, insecure and behind a path': {
		files: ({ api }) => ({
			'.kube/config': config(
				{ server: `${api}/a/b/`, 'insecure-skip-tls-verify': true },
				exec({ provideClusterInfo: true }),
			),
			'bin/etcd-login': token,
		}),
		sign: /"server":"https:[^"]*\/a\/b\/","insecure-skip-tls-verify":true/,
	},
	'the cluster with its proxy and its authority in a file': {
		files: ({ api, http }) => ({
			'.kube/config': config(
				{ server: api, 'certificate-authority': 'ca.crt', 'proxy-url': http },
				exec({ provideClusterInfo: true }),
			),
			'.kube/ca.crt': Buffer.from(trusted['certificate-authority-data'] as string, 'base64').toString(),
			'bin/etcd-login': token,
		}),
		sign: /"proxy-url":"http:/,
	},
	'a program beside its kubeconfig': {
		files: ({ api }) => ({
			'deep/config': config({ server: api, ...trusted }, exec({ command: './tools/etcd-login' })),
			'deep/tools/etcd-login': token,
			'bin/etcd-login': plugin({ token: 'wrong' }),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/deep/config` }),
		sign: /Bearer made"/,
	},
	'a program by its path': {
		files: ({ api, dir }) => ({
			'.kube/config': config({ server: api, ...trusted }, exec({ command: `${dir}/elsewhere/etcd-login` })),
			'elsewhere/etcd-login': token,
		}),
		sign: /Bearer made"/,
	},
	'a program that happens to be in this folder': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, exec()),
			'etcd-login': token,
		}),
		env: () => ({ PATH: '.:/usr/bin:/bin' }),
		refused: /^"etcd-login" from your kubeconfig was not found$/,
	},
	'a program on the PATH that is given for the program alone': {
		...logins(token, {
			command: 'elsewhere-login',
			env: [{ name: 'PATH', value: '/nowhere:/usr/bin:/bin' }],
		}),
		refused: /^"elsewhere-login" from your kubeconfig was not found$/,
	},
	'if it can be asked, and it cannot': {
		...logins(token, { interactiveMode: 'IfAvailable' }),
		sign: /"interactive":false/,
	},
	'it must be asked, and it cannot': refuses(
		token,
		/"etcd-login" from your kubeconfig must be able to ask you/,
		{
			interactiveMode: 'Always',
		},
	),
	'a token in the kubeconfig comes before a program': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { ...exec(), token: 'own' }),
			'bin/etcd-login': token,
		}),
		sign: /Bearer own".*"told":\[\]/,
	},
	'a certificate in the kubeconfig comes before a program': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { ...exec(), ...asAlice }),
			'bin/etcd-login': token,
		}),
		sign: /"certificate":"alice","headers":\["host: .*"told":\[\]/,
	},
	'--token comes before a program': {
		...logins(token),
		flags: () => ({ token: 'flag' }),
		sign: /Bearer flag".*"told":\[\]/,
	},
	'with impersonation': {
		...logins(token),
		flags: () => ({ as: 'jane', 'as-group': ['a'] }),
		sign: /Bearer made".*impersonate-group: a/,
	},
	'no program for plain HTTP': {
		files: ({ plain }) => ({ '.kube/config': config({ server: plain }, exec()), 'bin/etcd-login': token }),
		sign: /"told":\[\]/,
	},
	'one that holds for long': {
		...logins(plugin({ token: 'made', expirationTimestamp: '2999-01-01T00:00:00Z' })),
		sign: /Bearer made"/,
	},
	'one that has ended already': {
		...logins(plugin({ token: 'made', expirationTimestamp: '2001-01-01T00:00:00Z' })),
		sign: /Bearer made"/,
	},
	'a program that is missing, and how to have it': {
		files: ({ api }) =>
			config({ server: api, ...trusted }, exec({ installHint: 'Get it:\n\u001b[1m  install login' })),
		refused: /^"etcd-login" from your kubeconfig was not found$/,
		hint: 'Get it:\n[1m  install login',
	},
	'a program that cannot be run': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, exec()),
			'bin/etcd-login': 'text',
		}),
		refused: /^"etcd-login" from your kubeconfig was not found$/,
	},
	'a program that fails': refuses(
		'#!/bin/sh\nexit 3',
		/^"etcd-login" from your kubeconfig failed with exit code 3$/,
	),
	'a program that is ended': refuses(
		'#!/bin/sh\nkill -TERM $$',
		/^"etcd-login" from your kubeconfig was ended by SIGTERM$/,
	),
	'an answer that is none': refuses(
		plugin('hello'),
		/^"etcd-login" from your kubeconfig printed no JSON object$/,
	),
	'an empty answer': refuses('#!/bin/sh', /printed no JSON object$/),
	'an answer of another kind': refuses(
		plugin(`{"apiVersion":"${v1}","kind":"Token","status":{"token":"t"}}`),
		/printed an object that is no ExecCredential$/,
	),
	'an answer of another version': refuses(
		plugin({ token: 't' }, { apiVersion: v1beta1 }),
		/answered in client.authentication.k8s.io\/v1beta1, and the kubeconfig says client.authentication.k8s.io\/v1$/,
	),
	'an answer without a status': refuses(
		plugin(`{"apiVersion":"${v1}","kind":"ExecCredential"}`),
		/gave neither a token nor a certificate$/,
	),
	'an answer with nothing in it': refuses(plugin({ token: '' }), /gave neither a token nor a certificate$/),
	'a certificate without a key in the answer': refuses(
		plugin({ clientCertificateData: bob.certificate }),
		/gave a certificate or a key, and not both$/,
	),
	'a certificate in the answer that is not of its key': refuses(
		plugin({ clientCertificateData: bob.certificate, clientKeyData: alice.key }),
		/cannot be used together: key values mismatch$/,
	),
	'an end that is no time': refuses(
		plugin({ token: 't', expirationTimestamp: 'tomorrow' }),
		/says that it expires at "tomorrow", which is no time$/,
	),
	'no command': refuses(token, /^user "u": exec has no command$/, { command: undefined }),
	'no apiVersion': refuses(token, /^user "u": exec has no apiVersion/, {
		apiVersion: undefined,
		interactiveMode: 'Never',
	}),
	'no interactiveMode in v1': refuses(
		token,
		/exec has no interactiveMode: write Never, IfAvailable, Always$/,
		{
			interactiveMode: undefined,
		},
	),
	'an interactiveMode that is none': refuses(token, /exec has interactiveMode "Maybe"/, {
		interactiveMode: 'Maybe',
	}),
	'an apiVersion that ended': refuses(token, /exec has apiVersion "client.authentication.k8s.io\/v1alpha1"/, {
		apiVersion: 'client.authentication.k8s.io/v1alpha1',
	}),
	'a variable without a name': refuses(token, /exec has a variable without a name in env$/, {
		env: [{ value: 'x' }],
	}),
	'a program and an auth-provider': {
		files: ({ api }) => ({
			'.kube/config': config(
				{ server: api, ...trusted },
				{ ...exec(), 'auth-provider': { name: 'oidc', config: {} } },
			),
			'bin/etcd-login': token,
		}),
		refused: /^user "u": exec and auth-provider are both given/,
	},
})
