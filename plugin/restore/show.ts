// A plan, where it is all that was asked for.
import type { Call } from '../call.ts'
import { documentText } from '../output.ts'
import { lookOf } from '../screen/look.ts'
import { sectionLines } from '../status/sections.ts'
import { headOf, planDocument, sectionsOf, type Plan } from './plan.ts'

export const planText = ({ terminal }: Call, plan: Plan): string => {
	const look = lookOf(terminal)
	return `${[headOf(plan), ...sectionLines(sectionsOf(plan), look)].join('\n')}\n`
}

export async function show(call: Call, plan: Plan): Promise<void> {
	const { terminal, flags } = call
	const format = flags.text('output')
	if (format === 'json' || format === 'yaml') terminal.out(await documentText(format, planDocument(plan)))
	else terminal.out(planText(call, plan))
	terminal.err('Nothing was changed.\n')
}
