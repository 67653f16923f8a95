// etcd for programs on this machine.
import type { Command } from '../command.ts'
import { askingMembers } from './asking.ts'

export const portForward: Command = {
	name: 'port-forward',
	group: 'data',
	describe: 'Opens a port on this machine that leads to a member, until Ctrl-C',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{
			name: 'local',
			value: 'PORT',
			describe: 'the port on this machine, by 127.0.0.1 alone; 0 is any',
			default: '2379',
		},
		{
			name: 'member',
			value: 'NAME',
			describe: 'this one alone; whoever is ready when missing',
			names: 'members',
		},
	],
	examples: [
		['port-forward orders', 'then etcdctl, or whatever speaks to etcd, at localhost:2379'],
		['port-forward orders --local 0 --member orders-abc', 'one member, at any port'],
	],
	rights: askingMembers,
	load: async () => await import('../commands/port-forward.ts'),
}

export const env: Command = {
	name: 'env',
	group: 'data',
	describe: 'Prints variables with which etcdctl speaks to a cluster through port-forward',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'local', value: 'PORT', describe: 'the port that was given to port-forward', default: '2379' },
		{
			name: 'shell',
			value: 'SHELL',
			choices: ['sh', 'fish', 'powershell'],
			describe: 'for which shell; sh when missing, and powershell on Windows',
		},
		{ name: 'clean', describe: 'remove the certificates that were written for that cluster' },
	],
	examples: [
		['env orders', 'for eval "$(kubectl etcd env orders)"'],
		['env orders --clean', 'remove what was written'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'list'] },
		{ resource: 'secrets', verbs: ['get'], named: 'client secret', optional: 'where clients speak TLS' },
	],
	load: async () => await import('../commands/env.ts'),
}
