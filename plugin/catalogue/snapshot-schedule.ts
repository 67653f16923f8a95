// Snapshots that a cluster takes of itself, again and again.
import { altering, consenting } from '../change/options.ts'
import type { Command } from '../command.ts'
import { toStore } from './saving-to.ts'

export const snapshotSchedule: Command = {
	name: 'snapshot schedule',
	group: 'repair',
	describe: 'Has a cluster save itself by a cron line, or shows and changes how it does',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'cron', value: 'LINE', describe: 'when, in UTC: minute hour day month weekday' },
		{ name: 'keep', value: 'COUNT', describe: 'how many stay; all of them when it is 0 or missing' },
		...toStore,
		...altering,
		...consenting.filter(({ name }) => name === 'yes'),
	],
	examples: [
		[
			'snapshot schedule orders --cron "0 */4 * * *" --keep 24 --to s3://backups/orders --secret aws',
			'each four hours, the newest 24 stay',
		],
		['snapshot schedule orders', 'what it does, what became of the last, and when the next are due'],
		['snapshot schedule orders --keep 12', 'fewer stay; all else is as it was'],
		[
			'snapshot schedule orders --name daily --cron @daily --to gs://backups/daily',
			'one more, beside the first',
		],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get'] },
		{ resource: 'etcdbackups', verbs: ['get', 'create'] },
		{ resource: 'etcdbackups', verbs: ['patch'], optional: 'to change a schedule' },
		{ resource: 'etcdbackups', verbs: ['list'], optional: 'to say which one may be meant' },
		{ resource: 'etcdclusters', verbs: ['list'], optional: 'to find the only cluster' },
	],
	load: async () => await import('../commands/snapshot-schedule.ts'),
}
