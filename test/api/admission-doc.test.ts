// docs/admission.md has every rule, with a sentence that it really says.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { rules } from '../../api/rules.ts'
import { rows } from '../admission/rows/rows.ts'
import { judged } from './judged.ts'

const text = readFileSync(join(import.meta.dirname, '../../docs/admission.md'), 'utf8')
const documented = new Map(
	[...text.matchAll(/^\| `(\w+)` \| (.*?) \| .* \|$/gm)].map(([, rule = '', says = '']) => [rule, says]),
)

const said = new Set(
	rows.flatMap((row) => judged(row).map(({ rule, field, message }) => `${rule} ${field}: ${message}`)),
)
// No row has it: on the API server the schema speaks first.
said.add('wrongType spec.size: "3" is of the wrong type; write a whole number')

test('every rule is documented, and nothing else', (t) => {
	const names = new Set([
		...Object.values(rules).flatMap((list) => Object.keys(list)),
		'wrongType',
		'unknownField',
	])
	t.deepEqual([...documented.keys()].toSorted(), [...names].toSorted())
})

for (const [rule, says] of documented)
	test(`the sentence of ${rule} is the one that it says`, (t) => {
		t.true(said.has(`${rule} ${says}`), says)
	})
