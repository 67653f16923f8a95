// Who is asked, and what counts as a yes.
import test from 'ava'
import type { Call } from '../../../plugin/call.ts'
import { consent, type Question } from '../../../plugin/change/consent.ts'
import { Failure } from '../../../plugin/failure.ts'
import { Flags, type FlagValue } from '../../../plugin/line/flags.ts'

const plain: Question = { to: 'scale orders from 3 to 5' }
const danger: Question = { to: 'scale orders from 3 to 1', danger: 'orders' }

interface Row {
	readonly title: string
	readonly question: Question
	readonly flags?: Readonly<Record<string, FlagValue>>
	/** Nothing where nobody is there. */
	readonly answer?: string
	/** A part of what is said; nothing when it goes on. */
	readonly no?: string
}

const rows: readonly Row[] = [
	{ title: 'y', question: plain, answer: 'y' },
	{ title: 'Yes with spaces', question: plain, answer: ' Yes ' },
	{ title: 'only Enter', question: plain, answer: '', no: 'nothing was changed' },
	{ title: 'anything else', question: plain, answer: 'yep', no: 'nothing was changed' },
	{ title: '--yes', question: plain, flags: { yes: true } },
	{ title: 'nobody there', question: plain, no: 'refusing to scale orders from 3 to 5 without a yes' },
	{ title: 'danger and its name typed', question: danger, answer: 'orders' },
	{ title: 'danger and y', question: danger, answer: 'y', no: 'nothing was changed' },
	{ title: 'danger and --confirm', question: danger, flags: { confirm: 'orders' } },
	{ title: 'danger and --yes alone', question: danger, flags: { yes: true }, no: 'without confirmation' },
	{
		title: 'danger and another name',
		question: danger,
		flags: { confirm: 'flags' },
		answer: 'orders',
		no: '--confirm: "flags" is not "orders"',
	},
]

for (const { title, question, flags = {}, answer, no } of rows)
	test(`${title}: ${no ?? 'goes on'}`, async (t) => {
		const call = {
			flags: new Flags(new Map(Object.entries(flags))),
			terminal: {
				canAsk: answer !== undefined,
				ask: async () => await Promise.resolve(answer ?? t.fail('somebody was asked')),
			},
		} as unknown as Call
		if (no === undefined) {
			await t.notThrowsAsync(consent(call, question))
			return
		}
		const failure = await t.throwsAsync<Failure>(consent(call, question))
		t.true(failure.told.what.includes(no), failure.told.what)
		t.is(failure.exit, 8)
	})
