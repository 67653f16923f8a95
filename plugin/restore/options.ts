// The flags of a restore. Pure. Besides its catalogue, the line that carries a plan out is made of them.
import { sending, waiting } from '../change/options.ts'
import type { Option } from '../command.ts'
import { reachingStores } from '../stores/options.ts'

/** What says which snapshot it is, and of which cluster. */
export const choosing: readonly Option[] = [
	{
		name: 'from',
		value: 'SNAPSHOT',
		describe: 'an EtcdBackup, for its newest; BACKUP/NAME; or a URL as of save --to',
	},
	...reachingStores,
	{ name: 'in-place', describe: 'give up what a cluster holds that is there' },
	{ name: 'name', value: 'NAME', describe: 'of the EtcdRestore, with --in-place' },
]

export const carryingOut: readonly Option[] = [
	{ name: 'plan', describe: 'say what would be done and what would be lost, and change nothing' },
	{ name: 'confirm', value: 'NAME/ID', describe: 'what is given up, for --in-place: as the plan says it' },
	...sending,
	...waiting('it serves again; so it is where somebody looks on'),
]
