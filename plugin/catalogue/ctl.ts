// Keys and members as etcdctl shows them, through the API server.
import type { Command } from '../command.ts'
import { shownOptions, verbOptions } from '../ctl/options.ts'

export const ctl: Command = {
	name: 'ctl',
	group: 'data',
	describe: 'Reads, watches and changes keys as etcdctl does',
	args: '[CLUSTER] [--] get|put|del|watch|lease|member|endpoint|alarm|user|role …',
	argNames: ['clusters'],
	options: [
		{ name: 'write', describe: 'may change something; without it put, del and leases are refused' },
		{ name: 'member', value: 'NAME', describe: 'ask this one and no other', names: 'members' },
		{
			name: 'credentials-secret',
			value: 'NAME',
			describe: 'a Secret with username and password, where etcd asks for them',
		},
		...shownOptions,
		...verbOptions,
	],
	examples: [
		['ctl orders get /registry/ --prefix --keys-only --limit=20', 'the first twenty keys'],
		['ctl orders get config -w json', 'with revisions, and values in base64'],
		['ctl orders put config on --write', 'change one'],
		['ctl orders put config - --write < config.yaml', 'to what a file has'],
		['ctl orders watch jobs/ --prefix', 'what changes, until Ctrl-C'],
		['ctl orders endpoint status -w table', 'each member’s own word'],
		['ctl orders -- get "" --prefix --count-only -w fields', 'behind "--" a line as etcdctl reads it'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get'] },
		{ resource: 'etcdclusters', verbs: ['list'], optional: 'to find the only cluster' },
		{ resource: 'pods', verbs: ['list'], optional: 'to ask first who runs' },
		{ resource: 'pods/portforward', verbs: ['create', 'get'] },
		{
			resource: 'secrets',
			verbs: ['get'],
			named: 'client secret',
			optional: 'for members that speak TLS',
		},
	],
	load: async () => await import('../commands/ctl.ts'),
}
