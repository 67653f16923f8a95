// Which kubeconfigs are read and how they are merged, beside kubectl.
import { stringify } from 'yaml'
import { base64, config, trusted } from './written.ts'
import { compared, type Row } from './table.ts'

const named = (field: string, entries: Readonly<Record<string, unknown>>) =>
	Object.entries(entries).map(([name, one]) => ({ name, [field]: one }))

interface Parts {
	readonly current?: string
	readonly contexts?: Readonly<Record<string, unknown>>
	readonly clusters?: Readonly<Record<string, unknown>>
	readonly users?: Readonly<Record<string, unknown>>
}

const parts = ({ current, contexts = {}, clusters = {}, users = {} }: Parts): string =>
	stringify({
		apiVersion: 'v1',
		kind: 'Config',
		...(current !== undefined && { 'current-context': current }),
		contexts: named('context', contexts),
		clusters: named('cluster', clusters),
		users: named('user', users),
	})

const context = { cluster: 'k', user: 'u' }

const broken = (text: string, refused: RegExp, stricter = false): Row => ({
	files: ({ api }) => text.replaceAll('SERVER', api),
	...(stricter ? { stricter: refused } : { refused }),
})

const user = (fields: string): string =>
	`current-context: c
contexts: [{name: c, context: {cluster: k, user: u}}]
clusters: [{name: k, cluster: {server: "SERVER", insecure-skip-tls-verify: true}}]
users: [{name: u, user: ${fields}}]
`

const reads = (text: string, sign: RegExp): Row => ({
	files: ({ api }) => text.replaceAll('SERVER', api),
	sign,
})

compared({
	'one file in YAML': { files: ({ api }) => config({ server: api, ...trusted }, { token: 't' }) },
	'one file in JSON': {
		files: ({ api }) =>
			JSON.stringify({
				'current-context': 'c',
				contexts: [{ name: 'c', context }],
				clusters: [{ name: 'k', cluster: { server: api, ...trusted } }],
				users: [{ name: 'u', user: { token: 'json' } }],
			}),
		sign: /Bearer json/,
	},
	'KUBECONFIG instead of the one at home': {
		files: ({ api }) => ({
			'.kube/config': config({ server: api, ...trusted }, { token: 'home' }),
			named: config({ server: api, ...trusted }, { token: 'named' }),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/named` }),
		sign: /Bearer named/,
	},
	'an empty KUBECONFIG is none': {
		files: ({ api }) => config({ server: api, ...trusted }, { token: 'home' }),
		env: () => ({ KUBECONFIG: '' }),
		sign: /Bearer home/,
	},
	'--kubeconfig instead of KUBECONFIG': {
		files: ({ api }) => ({
			a: config({ server: api, ...trusted }, { token: 'a' }),
			b: config({ server: api, ...trusted }, { token: 'b' }),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/a` }),
		flags: ({ dir }) => ({ kubeconfig: `${dir}/b` }),
		sign: /Bearer b"/,
	},
	'--kubeconfig names a file that is missing': {
		files: ({ api }) => config({ server: api, ...trusted }, { token: 'home' }),
		flags: ({ dir }) => ({ kubeconfig: `${dir}/nowhere` }),
		refused: /nowhere does not exist: name another with --kubeconfig/,
	},
	'missing files and empty entries in the list are skipped': {
		files: ({ api }) => ({ b: config({ server: api, ...trusted }, { token: 'b' }) }),
		env: ({ dir }) => ({ KUBECONFIG: `:${dir}/nowhere::${dir}/b:` }),
		sign: /Bearer b"/,
	},
	'the first file wins, as a whole entry': {
		files: ({ api }) => ({
			a: parts({ users: { u: { username: 'only', password: 'name' } } }),
			b: parts({
				current: 'c',
				contexts: { c: context },
				clusters: { k: { server: api, ...trusted } },
				users: { u: { token: 'b', as: 'someone' } },
			}),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/a:${dir}/b` }),
		sign: new RegExp(`Basic ${base64('only:name')}`),
	},
	'an entry that is empty in the first file hides the one in the second': {
		files: ({ api, plain }) => ({
			a: parts({ current: 'c', contexts: { c: context }, clusters: { k: { server: plain } } }),
			b: parts({ clusters: { k: { server: api, ...trusted } }, users: { u: { as: 'them' } } }),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/a:${dir}/b` }),
		sign: /"tls":false.*impersonate-user: them/,
	},
	'the first current context wins': {
		files: ({ api }) => ({
			a: parts({ current: '', contexts: { c: context } }),
			b: parts({ current: 'd', contexts: { d: { cluster: 'k', user: 'v' } }, users: { v: { token: 'v' } } }),
			c: parts({
				current: 'c',
				clusters: { k: { server: api, ...trusted } },
				users: { u: { token: 'u' } },
			}),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/a:${dir}/b:${dir}/c` }),
		sign: /Bearer v"/,
	},
	'contexts, clusters and users from three files': {
		files: ({ api }) => ({
			a: parts({ current: 'c', contexts: { c: context } }),
			b: parts({ clusters: { k: { server: api, ...trusted } } }),
			c: parts({ users: { u: { token: 'third' } } }),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/a:${dir}/b:${dir}/c:${dir}/a` }),
		sign: /Bearer third/,
	},
	'a broken file anywhere in the list': {
		files: ({ api }) => ({ a: config({ server: api, ...trusted }, { token: 'a' }), b: 'a: b: c' }),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/a:${dir}/b` }),
		refused: /\/b: it is no YAML: .*line 1/,
	},
	'a folder in the list': {
		files: ({ api }) => ({ a: config({ server: api, ...trusted }, { token: 'a' }), 'sub/x': '' }),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/a:${dir}/sub` }),
		refused: /\/sub is a folder/,
	},
	'a context, a cluster and a user by flags': {
		files: ({ api, plain }) =>
			parts({
				current: 'c',
				contexts: { c: context, d: { cluster: 'l', user: 'v', namespace: 'shop' } },
				clusters: { k: { server: plain }, l: { server: plain }, m: { server: api, ...trusted } },
				users: { u: {}, v: { token: 'v' }, w: { token: 'w' } },
			}),
		flags: () => ({ context: 'd', cluster: 'm', user: 'w' }),
		sign: /"tls":true.*Bearer w"/,
	},
	'no kubeconfig, and flags that say everything': {
		files: () => ({}),
		flags: ({ api }) => ({ server: api, token: 'flag', 'insecure-skip-tls-verify': true }),
		sign: /Bearer flag/,
	},
	'KUBERNETES_MASTER when nobody names a server': {
		files: () => ({}),
		env: ({ plain }) => ({ KUBERNETES_MASTER: plain }),
		flags: () => ({ as: 'them' }),
		sign: /impersonate-user: them/,
	},
	'no kubeconfig and no flags: localhost:8080': { files: () => ({}), unreachable: true },
	'a kubeconfig without a current context: localhost:8080': {
		files: ({ api }) => parts({ contexts: { c: context }, clusters: { k: { server: api } } }),
		unreachable: true,
	},
	'a context that does not exist': {
		files: ({ api }) => config({ server: api, ...trusted }, { token: 't' }),
		flags: () => ({ context: 'prodd' }),
		refused: /^context "prodd" does not exist$/,
	},
	'a cluster that does not exist': {
		files: ({ api }) => config({ server: api, ...trusted }, { token: 't' }),
		flags: () => ({ cluster: 'gone' }),
		refused: /^cluster "gone" does not exist$/,
	},
	'a user that does not exist': {
		files: ({ api }) => config({ server: api, ...trusted }, { token: 't' }),
		flags: () => ({ user: 'gone' }),
		refused: /^user "gone" does not exist$/,
	},
	'a current context that does not exist': {
		files: ({ api }) => config({ server: api }, {}, {}, { 'current-context': 'gone' }),
		refused: /^context "gone", the current one, does not exist$/,
	},
	'a context whose cluster does not exist, for which kubectl asks localhost:8080': {
		files: ({ api }) => config({ server: api, ...trusted }, {}, { cluster: 'gone' }),
		stricter: /^cluster "gone" of context "c" does not exist$/,
	},
	'a context whose user does not exist, for which kubectl asks for a password': {
		files: ({ api }) => config({ server: api, ...trusted }, {}, { user: 'gone' }),
		stricter: /^user "gone" of context "c" does not exist$/,
	},
	'a cluster without a server, for which kubectl asks localhost:8080': {
		files: () => config(trusted, {}),
		stricter: /^cluster "k" has no server: write --server URL$/,
	},
	'a context whose cluster does not exist, and a server by flag, which kubectl asks': {
		files: ({ api }) => config({ server: api }, { token: 't' }, { cluster: 'gone' }),
		flags: ({ api }) => ({ server: api, 'insecure-skip-tls-verify': true }),
		stricter: /^cluster "gone" of context "c" does not exist$/,
	},
	'paths count from the folder of their own file': {
		files: ({ api }) => ({
			'one/kubeconfig': parts({
				current: 'c',
				contexts: { c: context },
				users: { u: { tokenFile: 'deep/token' } },
			}),
			'two/kubeconfig': parts({ clusters: { k: { server: api, 'certificate-authority': '../ca.crt' } } }),
			'one/deep/token': 'from one\n',
			'ca.crt': Buffer.from(trusted['certificate-authority-data'] as string, 'base64').toString(),
		}),
		env: ({ dir }) => ({ KUBECONFIG: `${dir}/one/kubeconfig:${dir}/two/kubeconfig` }),
		sign: /Bearer from one"/,
	},
	'two users of one name in one file': broken(
		`users: [{name: u, user: {token: a}}, {name: u, user: {token: b}}]`,
		/config: two users are named "u": rename or remove one of them$/,
	),
	'two clusters of one name in one file': broken(
		`clusters: [{name: k, cluster: {server: a}}, {name: k}]`,
		/two clusters are named "k"/,
	),
	'two contexts of one name in one file': broken(
		`contexts: [{name: c, context: {}}, {name: c}]`,
		/two contexts are named "c"/,
	),
	'a token that is a number': broken(
		user('{token: 12345}'),
		/config: users\[0\]\.user\.token must be text and is a number: put it in quotes$/,
	),
	'a list that is an object': broken('users: {name: u}', /users must be a list and is an object$/),
	'an object that is text': broken(user('secret'), /users\[0\]\.user must be an object and is text$/),
	'extras that are no lists': broken(user('{as-user-extra: {a: b}}'), /as-user-extra\.a must be a list/),
	'a truth that is a word': broken(
		`clusters: [{name: k, cluster: {insecure-skip-tls-verify: perhaps}}]`,
		/insecure-skip-tls-verify must be true or false and is text$/,
	),
	'data that is no base64': broken(
		user('{client-key-data: "!!"}'),
		/client-key-data must be base64 and is not$/,
	),
	'base64 without its end': broken(
		user('{client-key-data: YQ}'),
		/client-key-data must be base64 and is not$/,
	),
	'another kind of object': broken(
		'apiVersion: v1\nkind: Pod',
		/it says v1 Pod, and a kubeconfig is v1 Config$/,
	),
	'another version': broken('apiVersion: v2\nkind: Config', /it says v2 Config/),
	'a text': broken('hello', /the whole file must be an object and is text$/),
	'a list': broken('- a', /the whole file must be an object and is a list$/),
	'a tab where YAML allows none': broken('users:\n\t- a', /it is no YAML: /),
	'an empty file: localhost:8080': { files: () => '', unreachable: true },
	'a file of comments: localhost:8080': { files: () => '# nothing\n', unreachable: true },
	'lists that are null: localhost:8080': { files: () => 'users: null\nclusters: ~\n', unreachable: true },
	'null is as good as absent': reads(
		user('{token: t, username: null, exec: ~, as-groups: null}'),
		/Bearer t"/,
	),
	'the last of two keys of one name': reads(user('{token: a, token: b}'), /Bearer b"/),
	'the first of several documents': reads(`${user('{token: t}')}---\nkind: Pod\n`, /Bearer t"/),
	'anchors and merges': reads(
		`.base: &base {token: merged}\n${user('{<<: *base, as: me}')}`,
		/Bearer merged.*impersonate-user: me/,
	),
	'fields of another case are none': reads(user('{token: t, As: me}'), /Bearer t","host: [^,]*\]/),
	'words that look like dates and times': reads(
		user('{token: 2020-01-01, as: 12:30}'),
		/Bearer 2020-01-01.*12:30/,
	),
	'truth as YAML once spelled it': reads(user('{token: t}').replace('true', 'yes'), /Bearer t"/),
	'data over several lines': {
		files: ({ api }) =>
			config(
				{
					server: api,
					'certificate-authority-data': (trusted['certificate-authority-data'] as string).replaceAll(
						/.{64}/g,
						'$&\n',
					),
				},
				{ token: 't' },
			),
	},
})
