// What goes wrong for a reason that a person can mend: one sentence that says what is wrong and what to do instead.
// main.ts prints it alone, without a stack; anything else that is thrown is a mistake of ours and shows its stack. Pure.

export class Complaint extends Error {
	override readonly name = 'Complaint'
}

/** For the places where a thrown value must become text. */
export const sentence = (reason: unknown): string =>
	reason instanceof Error ? reason.message : String(reason)

export const hasCode = (reason: unknown, code: string): boolean =>
	reason instanceof Error && 'code' in reason && reason.code === code
