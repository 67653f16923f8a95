// D01 to D03: the operator, whether it and the plugin are of one age, and what the caller may do. Pure.
import { crd } from '../../../api/crd.ts'
import { problem, unknown, warning, type Check } from '../check.ts'
import type { Definition } from '../facts.ts'

const operator: Check = {
	id: 'D01',
	title: 'operator',
	about: 'it is installed and runs, and its webhook answers',
	judge: ({ install: { checked } }) =>
		checked.flatMap(({ name, is, what, next }) => {
			if (is === 'well') return []
			return is === 'wrong' ? [problem(`${name}: ${what}`, { next })] : [unknown(`${name}: ${what}`, next)]
		}),
}

const fieldsOf = (definition: Definition | undefined, part: string): readonly string[] => {
	const version = definition?.spec?.versions?.find(({ name }) => name === 'v1beta2')
	return Object.keys(version?.schema?.openAPIV3Schema?.properties?.[part]?.properties ?? {})
}

const skew: Check = {
	id: 'D02',
	title: 'skew',
	about: 'plugin and operator know the same fields',
	judge({ install: { definition, skew: verdict } }) {
		const differs = verdict.skew === 'differs' ? [warning(verdict.sentence)] : []
		if ('unseen' in definition) return [...differs, unknown(definition.unseen, definition.next)]
		const { value } = definition
		// That it is not there is what D01 finds.
		if (value === undefined) return []
		const found = (['spec', 'status'] as const).flatMap((part) => {
			const [theirs, ours] = [fieldsOf(value, part), fieldsOf(crd('EtcdCluster'), part)]
			const lacks = ours.filter((one) => !theirs.includes(one)).map((one) => `${part}.${one}`)
			const more = theirs.filter((one) => !ours.includes(one)).map((one) => `${part}.${one}`)
			return [
				...(lacks.length > 0
					? [
							warning(`the operator’s EtcdCluster lacks ${lacks.join(', ')}: it is older than this plugin`, {
								next: 'kubectl etcd install -o yaml | kubectl apply -f -',
							}),
						]
					: []),
				...(more.length > 0
					? [warning(`this plugin does not know ${more.join(', ')}: it is older than the operator`)]
					: []),
			]
		})
		return [...differs, ...found]
	},
}

const rights: Check = {
	id: 'D03',
	title: 'rights',
	about: 'you may look at all that there is to see',
	judge({ missing }) {
		if ('unseen' in missing) return [unknown(missing.unseen, missing.next)]
		const words = missing.value.map(({ verb, resource }) => `${verb} ${resource}`)
		if (words.length === 0) return []
		return [unknown(`you may not ${words.join(', ')}`, 'kubectl etcd rbac --for doctor -o yaml')]
	},
}

export const installChecks: readonly Check[] = [operator, skew, rights]
