// A row of a table of plans: what was seen, and what is done about it.
import test from 'ava'
import type { Observed } from '../../../controller/observed.ts'
import { plan, type RuleName } from '../../../controller/plan.ts'
import type { Step } from '../../../controller/step.ts'

export interface Row {
	readonly what: string
	readonly from: Observed
	readonly is: {
		readonly rule: RuleName
		readonly do: Step['do']
		readonly name?: string
		readonly names?: readonly string[]
		readonly toName?: string
		readonly from?: 'members' | 'itsVolume'
		readonly reason?: string
	}
	readonly says?: RegExp
}

export function planned(...rows: readonly Row[]): void {
	for (const { what, from, is, says } of rows)
		test(`${is.rule}: ${what}`, (t) => {
			const step = plan(from)
			t.like(step, is)
			if (says) t.regex(step.why, says)
		})
}
