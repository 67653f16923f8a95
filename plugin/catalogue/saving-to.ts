// What commands have in common that have the cluster save itself into a store. Pure.
import { sending } from '../change/options.ts'
import type { Option, Right } from '../command.ts'
import { reachingStores } from '../stores/options.ts'

export const toStore: readonly Option[] = [
	{
		name: 'to',
		value: 'URL',
		describe: 'where: s3://, gs://, abs://, oss://BUCKET/KEY or pvc://CLAIM/PATH',
	},
	...reachingStores,
	{
		name: 'service-account',
		value: 'NAME',
		describe: 'as whom the Job runs, for stores that know workloads',
	},
	{ name: 'name', value: 'NAME', describe: 'of the EtcdBackup' },
]

export const savingTo: readonly Option[] = [
	...toStore,
	{ name: 'wait', describe: 'with --to: until it is proved; so it is where somebody looks on' },
	...sending,
]

export const rightsToSaveTo: readonly Right[] = [
	{ resource: 'etcdbackups', verbs: ['create'], optional: 'for --to' },
	{ resource: 'etcdbackups', verbs: ['list', 'watch'], optional: 'for --to with --wait' },
]
