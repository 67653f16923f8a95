// The volume on which a member keeps its data: Kubernetes' own shape, and what may not change about it. Pure.
import { cel, list, map, object, quantity, text, type Cel } from './field.ts'

export const shrinkText = 'volumes cannot shrink'

const unchanged = (field: string) =>
	`has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`

/** Declared by name and not as a map: the API server guesses what a rule costs, and the values of maps without end. */
const requests = object('What is asked of the volume.', {
	storage: quantity('How large it is, such as 10Gi.'),
})

const path = ['spec', 'pod', 'persistentVolumeClaimSpec', 'resources', 'requests', 'storage'] as const
const storage = (of: string) => [of, ...path].join('.')
/** Spelled out: of what an optional leads to the API server guesses the worst. */
const hasStorage = (of: string) =>
	path.map((_, at) => `has(${[of, ...path.slice(0, at + 1)].join('.')})`).join(' && ')

const asText = (now: string, before: string) => `quantity(${now}).compareTo(quantity(${before})) >= 0`

/** An amount is a number or a text in the API; what was one and is the other is left to the webhook. */
const noLess = (now: string, before: string) =>
	`type(${now}) == string && type(${before}) == string && isQuantity(${now}) && isQuantity(${before}) ? ${asText(now, before)} : !(type(${now}) == int && type(${before}) == int) || int(${now}) >= int(${before})`

const known = 'oldSelf.status.volumeSize'

/** A rule of the whole object: what volumes have is in its status, and a size that one of them lacks may be taken back. */
export const volumesStay: Cel = {
	rule: [
		`!(${hasStorage('self')})`,
		`(has(oldSelf.status) && has(${known}) ? type(${storage('self')}) != string || !isQuantity(${storage('self')}) || !isQuantity(${known}) || ${asText(storage('self'), known)} : !(${hasStorage('oldSelf')}) || (${noLess(storage('self'), storage('oldSelf'))}))`,
	].join(' || '),
	message: `spec.pod.persistentVolumeClaimSpec.resources.requests.storage is less than before and ${shrinkText}; write what it was, or more`,
}

const reference = (description: string) =>
	object(description, {
		apiGroup: text('The API group of the source.'),
		kind: text('Its kind.'),
		name: text('Its name.'),
		namespace: text('Its namespace.'),
	})

export const persistentVolumeClaimSpec = object(
	'The claim of each member’s volume. Without it members keep their data in an emptyDir, which is gone with the pod. The class and the modes are fixed at creation; the size may grow.',
	{
		accessModes: list('How the volume is mounted; ReadWriteOnce when missing.', text('A mode.')),
		storageClassName: text('The StorageClass; the default one when missing.', { maxLength: 253 }),
		volumeMode: text('Filesystem; etcd cannot use Block.'),
		volumeName: text('A volume by name: of use only for a cluster of one member.'),
		volumeAttributesClassName: text('The VolumeAttributesClass.'),
		resources: object('How large the volume is.', {
			requests,
			limits: map('The most it may have.', quantity('An amount.')),
		}),
		selector: object('Which volumes may be bound.', {
			matchLabels: map('Labels that must be there with these values.', text('The value.')),
			matchExpressions: list(
				'Requirements that must all hold.',
				object('One requirement.', {
					key: text('The label.'),
					operator: text('How the key relates to the values.'),
					values: list('The values it is compared with.', text('A value.')),
				}),
			),
		}),
		dataSource: reference('What the volume is filled from.'),
		dataSourceRef: reference('What the volume is filled from.'),
	},
	cel({
		rule: unchanged('storageClassName'),
		message:
			'storageClassName cannot change in a cluster that has members; keep it, or restore a snapshot into a new cluster',
	}),
)
