// The volume on which a member keeps its data: Kubernetes' own shape, and what may not change about it. Pure.
import { cel, list, map, object, quantity, text } from './field.ts'

export const shrinkText = 'volumes cannot shrink'

const unchanged = (field: string) =>
	`has(self.${field}) == has(oldSelf.${field}) && (!has(self.${field}) || self.${field} == oldSelf.${field})`

/**
 * An amount is a number or a text in the API; what was one and is the other is left to the webhook.
 * Declared by name and not as a map: the API server guesses what a rule costs, and the values of maps without end.
 */
const both = (type: string) => `type(self.storage) == ${type} && type(oldSelf.storage) == ${type}`

const requests = object(
	'What is asked of the volume.',
	{ storage: quantity('How large it is, such as 10Gi.') },
	cel({
		rule: [
			'!has(self.storage) || !has(oldSelf.storage)',
			`(!(${both('string')} && isQuantity(self.storage) && isQuantity(oldSelf.storage)) || quantity(self.storage).compareTo(quantity(oldSelf.storage)) >= 0) && (!(${both('int')}) || int(self.storage) >= int(oldSelf.storage))`,
		].join(' || '),
		message: `storage is less than before and ${shrinkText}; write what it was, or more`,
	}),
)

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
