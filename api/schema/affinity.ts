// Where pods may run: Kubernetes' own shapes. Pure.
import { choice, list, map, object, quantity, small, text, whole } from './field.ts'

const operatorOf = <const T extends readonly string[]>(...values: T) =>
	choice('How the key relates to the values.', ...values)

const labelSelector = (description: string) =>
	object(description, {
		matchLabels: map('Labels that must be there with these values.', text('The value.')),
		matchExpressions: list(
			'Requirements that must all hold.',
			object('One requirement.', {
				key: text('The label.'),
				operator: operatorOf('In', 'NotIn', 'Exists', 'DoesNotExist'),
				values: list('The values it is compared with.', text('A value.')),
			}),
		),
	})

const nodeRequirements = (description: string) =>
	list(
		description,
		object('One requirement.', {
			key: text('The label or field.'),
			operator: operatorOf('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'),
			values: list('The values it is compared with.', text('A value.')),
		}),
	)

const nodeTerm = (description: string) =>
	object(description, {
		matchExpressions: nodeRequirements('Requirements on the labels of the node.'),
		matchFields: nodeRequirements('Requirements on the fields of the node.'),
	})

const podTerm = (description: string) =>
	object(description, {
		labelSelector: labelSelector('Which pods this is about.'),
		matchLabelKeys: list('Labels whose values are taken from the pod itself.', text('A label.')),
		mismatchLabelKeys: list(
			'Labels whose values must differ from those of the pod itself.',
			text('A label.'),
		),
		namespaceSelector: labelSelector('In which namespaces those pods are, by labels.'),
		namespaces: list('In which namespaces those pods are, by name.', text('A namespace.')),
		topologyKey: text('The node label whose equal values make one place.'),
	})

const weight = small('How much this counts, from 1 to 100.')

const podAffinity = (description: string) =>
	object(description, {
		requiredDuringSchedulingIgnoredDuringExecution: list('What must hold.', podTerm('One term.')),
		preferredDuringSchedulingIgnoredDuringExecution: list(
			'What is better.',
			object('One preference.', { weight, podAffinityTerm: podTerm('The term.') }),
		),
	})

export const affinity = object('Which nodes a member prefers or needs, as in a pod.', {
	nodeAffinity: object('By the nodes themselves.', {
		requiredDuringSchedulingIgnoredDuringExecution: object('What must hold.', {
			nodeSelectorTerms: list('Terms of which one must hold.', nodeTerm('One term.')),
		}),
		preferredDuringSchedulingIgnoredDuringExecution: list(
			'What is better.',
			object('One preference.', { weight, preference: nodeTerm('The term.') }),
		),
	}),
	podAffinity: podAffinity('Near which pods.'),
	podAntiAffinity: podAffinity('Away from which pods.'),
})

export const tolerations = list(
	'Taints of nodes that a member accepts, as in a pod.',
	object('One toleration.', {
		key: text('The key of the taint.'),
		operator: text('Equal, or Exists for any value.'),
		value: text('The value of the taint.'),
		effect: text('NoSchedule, PreferNoSchedule or NoExecute; all when empty.'),
		tolerationSeconds: whole('How long a NoExecute taint is tolerated.'),
	}),
)

export const topologySpreadConstraints = list(
	'How members spread over nodes or zones, as in a pod. Replaces the spread that spec.topologySpread makes.',
	object('One constraint.', {
		maxSkew: small('By how many members two places may differ.'),
		topologyKey: text('The node label whose equal values make one place.'),
		whenUnsatisfiable: text('DoNotSchedule, or ScheduleAnyway.'),
		labelSelector: labelSelector('Which pods are counted; the cluster’s own when empty.'),
		minDomains: small('How many places there must be.'),
		nodeAffinityPolicy: text('Honor or Ignore: whether nodes that the affinity excludes count.'),
		nodeTaintsPolicy: text('Honor or Ignore: whether tainted nodes count.'),
		matchLabelKeys: list('Labels whose values are taken from the pod itself.', text('A label.')),
	}),
)

const amounts = (description: string) => map(description, quantity('An amount, such as 500m or 1Gi.'))

export const resources = object('What every container of a member asks for and may use, as in a pod.', {
	requests: amounts('What it asks for.'),
	limits: amounts('What it may use.'),
	claims: list(
		'Device claims.',
		object('One claim.', { name: text('Its name.'), request: text('Which request.') }),
	),
})
