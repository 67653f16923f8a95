// As whom one asks, and what flags change of a cluster and a user, beside kubectl.
import { ca } from './recorder.ts'
import { compared, type Row } from './table.ts'
import { alice, asAlice, base64, bob, config, trusted } from './written.ts'

type Fields = Readonly<Record<string, unknown>>

const sends = (user: Fields, sign: RegExp): Row => ({
	files: ({ api }) => config({ server: api, ...trusted }, user),
	sign,
})

const refuses = (user: Fields, refused: RegExp, cluster: Fields = trusted): Row => ({
	files: ({ api }) => ({
		'.kube/config': config({ server: api, ...cluster }, user),
		'.kube/ca.crt': ca,
		'.kube/alice.crt': alice.certificate,
		'.kube/alice.key': alice.key,
	}),
	refused,
})

const asFiles = { 'client-certificate': 'alice.crt', 'client-key': 'alice.key' }

const certificate = /"certificate":"alice","headers":\["host: [^,]*\]/

compared({
	'a client certificate': sends(asAlice, certificate),
	'a client certificate in files': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, 'certificate-authority': 'ca.crt' }, asFiles),
			'.kube/ca.crt': ca,
			'.kube/alice.crt': alice.certificate,
			'.kube/alice.key': alice.key,
		}),
		sign: certificate,
	},
	'a certificate in the file and its key beside it': {
		files: ({ api }) => ({
			'.kube/config': config(
				{ server: api, ...trusted },
				{ 'client-certificate-data': base64(alice.certificate), 'client-key': 'alice.key' },
			),
			'.kube/alice.key': alice.key,
		}),
		sign: certificate,
	},
	'a certificate and a token': sends({ ...asAlice, token: 't' }, /"certificate":"alice".*Bearer t"/),
	'a key without a certificate is nothing, and a token is sent': sends(
		{ 'client-key-data': base64(alice.key), token: 't' },
		/Bearer t"/,
	),
	'a token from a file, without its line end': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { tokenFile: 'token' }),
			'.kube/token': '  from a file\n',
		}),
		sign: /Bearer from a file"/,
	},
	'a token and a token in a file: the file': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { token: 'old', tokenFile: 'token' }),
			'.kube/token': 'new',
		}),
		sign: /Bearer new"/,
	},
	'a token, and a file that is missing': {
		...sends({ token: 'kept', tokenFile: 'nowhere' }, /Bearer kept"/),
	},
	'a username and a password': sends(
		{ username: 'me', password: 'a:b' },
		new RegExp(`Basic ${base64('me:a:b')}"`),
	),
	'a password in other letters': sends(
		{ username: 'mé', password: 'ü' },
		new RegExp(`Basic ${base64('mé:ü').replaceAll('+', String.raw`\+`)}"`),
	),
	'impersonation of everything': sends(
		{
			...asAlice,
			as: 'jane',
			'as-uid': '42',
			'as-groups': ['admins', 'people with spaces'],
			'as-user-extra': { scopes: ['a', 'b'], 'example.com/a%b': ['c'], näme: ['d'] },
		},
		/impersonate-extra-example\.com%2fa%25b: c.*-n%c3%a4me: d.*-scopes: a.*-scopes: b.*-group: admins.*-group: people.*-uid: 42/,
	),
	'impersonation by flags': {
		...sends({ ...asAlice, as: 'jane', 'as-groups': ['lost'] }, /group: a".*group: b,c".*uid: 7".*user: bob/),
		flags: () => ({ as: 'bob', 'as-group': ['a', 'b,c'], 'as-uid': '7' }),
	},
	'impersonation over plain HTTP, where nothing secret is sent': {
		files: ({ plain }) => config({ server: plain }, { token: 't', ...asAlice, as: 'jane' }),
		sign: /"tls":false.*"headers":\["host: [^"]*","impersonate-user: jane"\]/,
	},
	'groups without a user': refuses(
		{ ...asAlice, 'as-groups': ['a'] },
		/^user "u": .* without a user: add --as$/,
	),
	'a uid by flag without a user': {
		...refuses(asAlice, /without a user: add --as$/),
		flags: () => ({ 'as-uid': '7' }),
	},
	'--token beside a certificate': {
		...sends(asAlice, /"certificate":"alice".*Bearer flag"/),
		flags: () => ({ token: 'flag' }),
	},
	'--token instead of a token': {
		...sends({ token: 'k' }, /Bearer flag"/),
		flags: () => ({ token: 'flag' }),
	},
	'--token instead of a token in a file, which kubectl sends all the same': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { tokenFile: 'token' }),
			'.kube/token': 'file',
		}),
		flags: () => ({ token: 'flag' }),
		differs: /Bearer flag"/,
	},
	'--token beside a password': {
		...refuses({ username: 'a', password: 'b' }, /^user "u": a password and a token are both given/),
		flags: () => ({ token: 'flag' }),
	},
	'a password and a token in a file': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { username: 'a', password: 'b', tokenFile: 't' }),
			'.kube/t': 't',
		}),
		refused: /a password and a token are both given: leave one out$/,
	},
	'--username and --password': {
		...sends({}, new RegExp(`Basic ${base64('me:secret')}"`)),
		flags: () => ({ username: 'me', password: 'secret' }),
	},
	'--client-certificate and --client-key': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, asFiles),
			'bob.crt': bob.certificate,
			'bob.key': bob.key,
		}),
		flags: ({ dir }) => ({ 'client-certificate': `${dir}/bob.crt`, 'client-key': `${dir}/bob.key` }),
		sign: /"certificate":"bob"/,
	},
	'--client-certificate beside certificate data': {
		...refuses(asAlice, /client-certificate and client-certificate-data are both given: leave one out/),
		flags: ({ dir }) => ({
			'client-certificate': `${dir}/.kube/alice.crt`,
			'client-key': `${dir}/.kube/alice.key`,
		}),
	},
	'a certificate without a key': refuses(
		{ 'client-certificate': 'alice.crt' },
		/^user "u": a client certificate without its key is given: add client-key$/,
	),
	'a certificate that is missing': refuses(
		{ 'client-certificate': 'gone.crt', 'client-key': 'alice.key' },
		/^the client-certificate of user "u", \/.*\/gone\.crt cannot be read: it does not exist$/,
	),
	'a key that is missing': refuses(
		{ ...asFiles, 'client-key': 'gone.key' },
		/client-key of user "u".*gone\.key/,
	),
	'a token file that is missing': refuses(
		{ tokenFile: 'gone' },
		/the tokenFile of user "u", .*does not exist/,
	),
	'a token file with nothing in it': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { tokenFile: 'token' }),
			'.kube/token': '\n',
		}),
		refused: /^the tokenFile of user "u", \/.*\/token is empty$/,
	},
	'a certificate file with nothing in it': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, asFiles),
			'.kube/alice.crt': '',
			'.kube/alice.key': alice.key,
		}),
		refused: /^the client-certificate of user "u" holds no PEM certificate$/,
	},
	'--client-certificate that is missing, and no kubeconfig': {
		files: () => ({}),
		flags: ({ api, dir }) => ({
			server: api,
			'client-certificate': `${dir}/gone.crt`,
			'client-key': `${dir}/gone.key`,
		}),
		refused: /^the client-certificate \/.*\/gone\.crt cannot be read: it does not exist$/,
	},
	'an authority that is missing': refuses(
		{ token: 't' },
		/the certificate-authority of cluster "k", .*gone/,
		{
			'certificate-authority': 'gone',
		},
	),
	'an authority twice': refuses(
		{ token: 't' },
		/^cluster "k": certificate-authority and certificate-authority-data are both given: leave one out$/,
		{ ...trusted, 'certificate-authority': 'ca.crt' },
	),
	'an authority that is none': refuses(
		{ token: 't' },
		/^the certificate-authority of cluster "k" holds no PEM certificate$/,
		{ 'certificate-authority-data': base64('CA') },
	),
	'a certificate that is none': refuses(
		{ 'client-certificate-data': base64('CERT'), 'client-key-data': base64('KEY') },
		/^the client-certificate of user "u" holds no PEM certificate$/,
	),
	'a key of somebody else': refuses(
		{ 'client-certificate-data': base64(alice.certificate), 'client-key-data': base64(bob.key) },
		/^the client-certificate and client-key of user "u" cannot be used together: key values mismatch$/,
	),
})
