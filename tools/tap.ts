// Counts what ava's TAP says: its own footer calls a todo failed and says nothing of passes beside a failure. Pure.

export interface Counts {
	readonly passed: number
	readonly failed: number
	readonly skipped: readonly string[]
}

export const nothingRan: Counts = { passed: 0, failed: 0, skipped: [] }

export const add = (one: Counts, other: Counts): Counts => ({
	passed: one.passed + other.passed,
	failed: one.failed + other.failed,
	skipped: [...one.skipped, ...other.skipped],
})

/** Adds one line of TAP; an expected failure (todo) is neither passed nor failed. */
export function count(so: Counts, line: string): Counts {
	const [, not, rest = ''] = /^(not )?ok \d+ - (.*)$/.exec(line) ?? []
	if (!/^(not )?ok \d+/.test(line)) return so
	if (/# SKIP/i.test(rest)) return { ...so, skipped: [...so.skipped, rest.replace(/\s*# SKIP.*/i, '')] }
	if (/# TODO/i.test(rest)) return so
	return not === undefined ? { ...so, passed: so.passed + 1 } : { ...so, failed: so.failed + 1 }
}

/** A run that ended badly without a failed test crashed: that is a failure too. A run without a test proves nothing. */
export function settle(so: Counts, exitCode: number): Counts {
	const crashed = exitCode !== 0 && so.failed === 0
	const empty = so.passed + so.failed + so.skipped.length === 0
	return crashed || empty ? { ...so, failed: so.failed + 1 } : so
}

export const closingLine = ({ passed, failed }: Counts): string => `${passed} passed, ${failed} failed`
