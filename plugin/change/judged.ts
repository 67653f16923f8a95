// The rules of admission, run before anything is sent: the sentence is the same with and without a webhook. Pure.
import { judge } from '../../api/judge.ts'
import { versionMoveRules } from '../../api/rules/version-move.ts'
import type { Finding } from '../../api/rules/finding.ts'
import type { Kind } from '../../api/types.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'

const sentence = ({ field, message }: Finding): string => `${field}: ${message}`

/** What they warn of; thrown is what they refuse. A value that nobody may write is an error, a way that is closed now a refusal. */
export function judged(
	kind: Kind,
	previous: unknown,
	next: unknown,
	reword: (finding: Finding) => string = sentence,
): readonly string[] {
	const findings = judge(kind, previous, next)
	const refused = findings.filter(({ warning }) => warning !== true)
	if (refused.length > 0)
		throw new Failure({
			what: refused.map(reword).join('; '),
			next: 'nothing was sent',
			exit: refused.every(({ rule }) => Object.hasOwn(versionMoveRules, rule)) ? exits.refused : exits.error,
		})
	return findings.filter(({ warning }) => warning === true).map(sentence)
}
