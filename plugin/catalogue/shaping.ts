// How a new cluster shall be, whatever it begins with. Pure.
import type { Option } from '../command.ts'

export const shaping: readonly Option[] = [
	{ name: 'replicas', value: 'COUNT', describe: 'how many members: 1, 3, 5 or 7; 3 when missing' },
	{ name: 'size', value: 'COUNT', describe: 'the same as --replicas' },
	{ name: 'version', value: 'VERSION', describe: 'of etcd; a recent one when missing', names: 'versions' },
	{
		name: 'storage',
		value: 'SIZE',
		describe: 'of each volume, 10Gi when missing; none for data in the pods',
	},
	{ name: 'storage-class', value: 'NAME', describe: 'of the volumes; the default class when missing' },
	{ name: 'memory', value: 'SIZE', describe: 'requested and limited, for each member' },
	{ name: 'cpu', value: 'AMOUNT', describe: 'requested for each member' },
	{ name: 'quota', value: 'SIZE', describe: 'how large the database may become; etcd’s 2Gi when missing' },
	{
		name: 'tls',
		value: 'SOURCE',
		describe: 'cert-manager:ISSUER, secrets (of yours) or none',
	},
	{ name: 'node-selector', value: 'KEY=VALUE', many: true, describe: 'a label that nodes must have' },
]
