// One request to the API and what becomes of it. The same rows run as a table of the pure rules, through a real API server
// with its schema alone, and through the real webhook behind it.
import type { Kind } from '../../../api/types.ts'

type Spec = Readonly<Record<string, unknown>>

export interface Row {
	readonly title: string
	readonly kind: Kind
	readonly operation: 'create' | 'update' | 'scale' | 'delete'
	readonly name?: string
	/** What is stored before. */
	readonly stored?: { readonly spec?: Spec; readonly status?: Spec; readonly annotations?: Spec }
	/** The spec that is asked for, or the size in a scale request. */
	readonly asked?: Spec | number
	readonly annotations?: Spec
	/** Rules that refuse, each with a part of its sentence. None: it is admitted. */
	readonly refused: Readonly<Record<string, string>>
	readonly warned: Readonly<Record<string, string>>
	/** Whether the schema alone refuses it too, with one of the sentences or in words that Kubernetes has for it. */
	readonly bySchema: boolean | 'in its own words'
}

interface Expectation {
	readonly refused?: Readonly<Record<string, string>>
	readonly warned?: Readonly<Record<string, string>>
	readonly bySchema?: true | 'in its own words'
}

interface Options extends Expectation {
	readonly status?: Spec
	readonly annotations?: Spec
	readonly storedAnnotations?: Spec
	readonly name?: string
	readonly kind?: Kind
}

const row = (
	title: string,
	operation: Row['operation'],
	rest: Partial<Row>,
	{ kind = 'EtcdCluster', name, annotations, refused = {}, warned = {}, bySchema }: Options,
): Row => ({
	title,
	operation,
	kind,
	...(name !== undefined && { name }),
	...(annotations && { annotations }),
	refused,
	warned,
	bySchema: bySchema ?? false,
	...rest,
})

/** Warnings that every plain cluster gets are not repeated in every row. */
const volume = {
	persistentVolumeClaimSpec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '2Gi' } } },
}

/** Three members of a version that nothing is said about, on volumes. */
export const plain = { size: 3, version: '3.6.16', pod: volume } as const

export const withPod = (pod: Spec): Spec => ({ ...plain, pod: { ...volume, ...pod } })
export const withClaim = (claim: Spec): Spec =>
	withPod({ persistentVolumeClaimSpec: { ...volume.persistentVolumeClaimSpec, ...claim } })

export const create = (title: string, spec: Spec | undefined, options: Options = {}): Row =>
	row(title, 'create', spec === undefined ? {} : { asked: spec }, options)

export const change = (
	title: string,
	from: Spec | undefined,
	to: Spec | undefined,
	options: Options = {},
): Row =>
	row(
		title,
		'update',
		{
			stored: {
				...(from && { spec: from }),
				...(options.status && { status: options.status }),
				...(options.storedAnnotations && { annotations: options.storedAnnotations }),
			},
			...(to && { asked: to }),
		},
		options,
	)

export const scale = (title: string, from: number, to: number, options: Options = {}): Row =>
	row(title, 'scale', { stored: { spec: { ...plain, size: from } }, asked: to }, options)

export const remove = (title: string, options: Options = {}): Row =>
	row(
		title,
		'delete',
		{ stored: { spec: plain, ...(options.storedAnnotations && { annotations: options.storedAnnotations }) } },
		options,
	)

/** A status that answers the stored spec. */
export const runs = (currentVersion: string, targetVersion = ''): Spec => ({
	phase: 'Running',
	observedGeneration: 1,
	currentVersion,
	targetVersion,
})

/** One of coreos: it answers no generation. */
export const ran = (currentVersion: string, targetVersion = ''): Spec => ({
	phase: 'Running',
	currentVersion,
	targetVersion,
})
