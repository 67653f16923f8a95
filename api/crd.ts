// The CustomResourceDefinitions, made from the schema. Pure. npm run generate writes them into config/crd.
import { group } from './names.ts'
import { backup, restore } from './schema/backup.ts'
import { cluster } from './schema/cluster.ts'
import { cel, type Cel, type Field, type Node } from './schema/field.ts'
import { volumesStay } from './schema/volume.ts'
import type { Kind } from './types.ts'

interface Column {
	readonly name: string
	readonly type: 'string' | 'integer' | 'boolean' | 'date'
	readonly jsonPath: string
	readonly description: string
	/** Above 0: shown by -o wide only. */
	readonly priority?: number
}

interface Definition {
	readonly plural: string
	readonly shortNames?: readonly string[]
	readonly about: string
	readonly spec: Field<unknown>
	readonly status: Field<unknown>
	readonly columns: readonly Column[]
	readonly scale?: Readonly<Record<string, string>>
	/** Of spec and status together. */
	readonly rules?: readonly Cel[]
}

const column = (
	name: string,
	path: string,
	description: string,
	rest: Partial<Pick<Column, 'type' | 'priority'>> = {},
): Column => ({ name, type: 'string', jsonPath: path, description, ...rest })

const wide = { priority: 1 }
const age = column('Age', '.metadata.creationTimestamp', 'Since when it exists.', { type: 'date' })

export const definitions: Readonly<Record<Kind, Definition>> = {
	EtcdCluster: {
		plural: 'etcdclusters',
		shortNames: ['etcd'],
		about: 'An etcd cluster.',
		...cluster,
		columns: [
			column('Ready', '.status.ready', 'Ready members of those wanted.'),
			column('Health', '.status.health', 'In one word.'),
			column('Version', '.status.currentVersion', 'The lowest version that a member runs.'),
			column('Leader', '.status.leader', 'The leading member.'),
			column('DB', '.status.dbSize', 'The largest database file of a member.'),
			column('Size', '.spec.size', 'How many members are wanted.', { type: 'integer', ...wide }),
			column('Target', '.status.targetVersion', 'The version to which members are being moved.', wide),
			column('Paused', '.spec.paused', 'Whether it is being left alone.', { type: 'boolean', ...wide }),
			column('ClusterID', '.status.clusterID', 'etcd’s id of the cluster.', wide),
			age,
		],
		scale: {
			specReplicasPath: '.spec.size',
			statusReplicasPath: '.status.size',
			labelSelectorPath: '.status.selector',
		},
		rules: [volumesStay],
	},
	EtcdBackup: {
		plural: 'etcdbackups',
		about: 'One backup of an etcd cluster, or a schedule of them.',
		...backup,
		columns: [
			column('Succeeded', '.status.succeeded', 'Whether the last one did.', { type: 'boolean' }),
			column('Revision', '.status.etcdRevision', 'Up to which revision.', { type: 'integer' }),
			column('Version', '.status.etcdVersion', 'The version of the member it came from.'),
			column('Last', '.status.lastSuccessDate', 'When the last one that succeeded was taken.'),
			column('Store', '.spec.storageType', 'Where snapshots go.', wide),
			column('Reason', '.status.Reason', 'Why the last one did not succeed.', wide),
			age,
		],
	},
	EtcdRestore: {
		plural: 'etcdrestores',
		about: 'A snapshot that becomes a cluster.',
		...restore,
		columns: [
			column('Cluster', '.spec.etcdCluster.name', 'The cluster that is restored.'),
			column('Succeeded', '.status.succeeded', 'Whether it was.', { type: 'boolean' }),
			column('Phase', '.status.phase', 'Which step it is at.'),
			column('Store', '.spec.backupStorageType', 'Where the snapshot is.', wide),
			column('Reason', '.status.reason', 'Why it was not.', wide),
			age,
		],
	},
}

/** The whole object, unknown fields at its root included. */
export const rootNode = ({ about, spec, status, rules }: Definition): Node => ({
	type: 'object',
	description: about,
	'x-kubernetes-preserve-unknown-fields': true,
	properties: {
		apiVersion: { type: 'string', description: 'etcd.database.coreos.com/v1beta2.' },
		kind: { type: 'string', description: 'The kind.' },
		metadata: { type: 'object' },
		spec: spec.node,
		status: status.node,
	},
	...(rules && cel(...rules)),
})

export const crd = (kind: Kind) => {
	const definition = definitions[kind]
	const { plural, shortNames, columns, scale } = definition
	return {
		apiVersion: 'apiextensions.k8s.io/v1',
		kind: 'CustomResourceDefinition',
		metadata: { name: `${plural}.${group}` },
		spec: {
			group,
			names: {
				kind,
				listKind: `${kind}List`,
				plural,
				singular: kind.toLowerCase(),
				...(shortNames && { shortNames }),
				categories: ['all'],
			},
			scope: 'Namespaced',
			preserveUnknownFields: false,
			versions: [
				{
					name: 'v1beta2',
					served: true,
					storage: true,
					schema: { openAPIV3Schema: rootNode(definition) },
					subresources: { status: {}, ...(scale && { scale }) },
					additionalPrinterColumns: columns,
				},
			],
		},
	}
}
