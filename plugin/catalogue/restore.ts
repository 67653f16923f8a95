// A cluster from a snapshot.
import type { Command } from '../command.ts'
import { carryingOut, choosing } from '../restore/options.ts'
import { shaping } from './shaping.ts'

export const restore: Command = {
	name: 'restore',
	group: 'repair',
	describe: 'Makes a new cluster of a snapshot, or gives up for it what a cluster holds',
	args: 'NEW|CLUSTER',
	argNames: ['clusters'],
	options: [...choosing, ...carryingOut, ...shaping],
	examples: [
		['restore orders-2 --from orders --plan', 'how old it is, what is not in it, and what would be made'],
		['restore orders-2 --from orders', 'a new cluster of the newest snapshot of EtcdBackup orders'],
		[
			'restore orders --from s3://backups/orders_v12_2026-03-01-14:02:11 --secret aws --version 3.6.16',
			'of an object that is named',
		],
		['restore orders --in-place --from orders --confirm=orders', 'what orders holds is given up for it'],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'create'] },
		{ resource: 'etcdbackups', verbs: ['get'] },
		{ resource: 'etcdrestores', verbs: ['create'], optional: 'for --in-place' },
		{ resource: 'etcdclusters', verbs: ['list', 'watch'], optional: 'for --wait' },
		{ resource: 'etcdrestores', verbs: ['get', 'list', 'watch'], optional: 'for --wait with --in-place' },
		{ resource: 'etcdbackups', verbs: ['list'], optional: 'to say which one may be meant' },
		{ resource: 'pods', verbs: ['list'], optional: 'to ask what the cluster has that the snapshot has not' },
		{
			resource: 'persistentvolumeclaims',
			verbs: ['list'],
			optional: 'to ask what the cluster has that the snapshot has not',
		},
		{
			resource: 'pods/portforward',
			verbs: ['create', 'get'],
			optional: 'to ask what the cluster has that the snapshot has not',
		},
		{ resource: 'secrets', verbs: ['get'], named: 'client secret', optional: 'where clients speak TLS' },
	],
	load: async () => await import('../commands/restore.ts'),
}
