// The flags that every command takes: kubectl's own, with its names, its letters and its words for values. Pure.
import type { Option } from '../command.ts'

const text = (name: string, value: string, describe: string, more: Partial<Option> = {}): Option => ({
	name,
	value,
	describe,
	...more,
})

export const kubeOptions: readonly Option[] = [
	text('namespace', 'NAME', 'the namespace; that of the context when missing', {
		short: 'n',
		names: 'namespaces',
	}),
	text('context', 'NAME', 'the context of the kubeconfig', { names: 'contexts' }),
	text('cluster', 'NAME', 'the cluster of the kubeconfig'),
	text('user', 'NAME', 'the user of the kubeconfig'),
	text('kubeconfig', 'FILE', 'the kubeconfig to read', { names: 'files' }),
	text('server', 'URL', 'the address of the API server', { short: 's' }),
	text('token', 'TOKEN', 'a bearer token for the API server'),
	text('as', 'USER', 'whom to impersonate'),
	text('as-group', 'GROUP', 'a group to impersonate; may be given more than once', { many: true }),
	text('as-uid', 'UID', 'a UID to impersonate'),
	text('as-user-extra', 'KEY=VALUE', 'an extra to impersonate; may be given more than once', { many: true }),
	text('certificate-authority', 'FILE', 'whom to trust', { names: 'files' }),
	text('client-certificate', 'FILE', 'the certificate to show', { names: 'files' }),
	text('client-key', 'FILE', 'its key', { names: 'files' }),
	text('tls-server-name', 'NAME', 'the name that the server’s certificate must have'),
	{ name: 'insecure-skip-tls-verify', describe: 'trust whoever answers; the connection is not safe then' },
	text('username', 'NAME', 'a name for basic authentication'),
	text('password', 'WORD', 'a password for basic authentication'),
	text('request-timeout', 'TIME', 'how long a single request may take, such as 5s; 0 is no end'),
	text('proxy-url', 'URL', 'the proxy through which the API server is asked'),
	text('cache-dir', 'FOLDER', 'accepted as kubectl does; nothing is cached there', { names: 'files' }),
	{ name: 'disable-compression', describe: 'ask for answers that are not compressed' },
	{ name: 'match-server-version', describe: 'accepted as kubectl does' },
	{ name: 'warnings-as-errors', describe: 'end with 1 when the API server warns' },
	text('profile', 'NAME', 'accepted as kubectl does'),
	text('profile-output', 'FILE', 'accepted as kubectl does'),
]

const ownOptions: readonly Option[] = [
	text('v', 'LEVEL', 'say more on stderr: 6 has requests, 8 their bodies', { short: 'v', default: '0' }),
	text('color', 'WHEN', 'auto, always or never', { choices: ['auto', 'always', 'never'], default: 'auto' }),
	{ name: 'ascii', describe: 'draw with ASCII letters only' },
	{ name: 'no-input', describe: 'never ask' },
	{ name: 'help', short: 'h', describe: 'say what the command does' },
]

export const everywhere: readonly Option[] = [...kubeOptions, ...ownOptions]
