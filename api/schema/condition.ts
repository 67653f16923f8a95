// One condition, as coreos has it (its reasons hold spaces, so Kubernetes' own pattern would refuse them). Pure.
import { object, text, whole } from './field.ts'

export const condition = object('One condition.', {
	type: text('What it is about.'),
	status: text('True, False or Unknown.'),
	reason: text('Why, in a word or few.'),
	message: text('Why, in a sentence.'),
	lastUpdateTime: text('When it was last written.'),
	lastTransitionTime: text('When its status last changed.'),
	observedGeneration: whole('The generation of the spec that it answers.'),
})
