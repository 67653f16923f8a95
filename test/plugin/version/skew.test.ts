// Whether plugin and operator fit.
import test from 'ava'
import { skewOf } from '../../../plugin/version/skew.ts'

const rows: readonly (readonly [string, string | undefined, string, string])[] = [
	['0.6.1', '0.6.0', 'fits', 'fit'],
	['0.6.1', '0.5.9', 'fits', 'fit'],
	['0.6.0', '0.3.2', 'differs', 'upgrade the operator'],
	['0.3.0', 'v0.6.2', 'differs', 'upgrade the plugin'],
	['1.0.0', '0.9.0', 'differs', 'upgrade the operator'],
	['0.6.0', undefined, 'unknown', 'no operator was seen'],
	['0.6.0', 'main', 'unknown', 'called main'],
]
for (const [plugin, operator, skew, part] of rows)
	test(`plugin ${plugin} and operator ${operator}: ${skew}`, (t) => {
		const verdict = skewOf(plugin, operator)
		t.deepEqual<string, string>(verdict.skew, skew)
		t.true(verdict.sentence.includes(part), verdict.sentence)
	})
