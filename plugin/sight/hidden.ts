// Why members could not be asked, and what would let them be. Pure.
import type { Sight } from './sight.ts'

interface Hidden {
	readonly why?: string
	readonly next?: string
}

/** The first thing that hides all of them, or else what is said of the first that is silent. */
export function hiddenBy({ notes, members }: Sight): Hidden {
	const [first] = [
		...notes.filter(({ isAside }) => isAside !== true),
		...members.flatMap(({ silence }) => silence ?? []),
	]
	if (first === undefined) return {}
	return { why: first.what, ...(first.next !== undefined && { next: first.next }) }
}
