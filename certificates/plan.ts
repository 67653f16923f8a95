// When the webhook's certificate is replaced where no cert-manager does it. Pure.
// A new authority is published beside the old one before anything is signed by it, and the old one stays published until every
// pod has the new certificate: so at no moment does a pod show what an API server does not trust. Each pass looks at what is
// there and takes one step, so it may end anywhere and begin again.

export interface Pair {
	/** The authority that signed it. Its key was thrown away: nobody can sign anything else with it. */
	readonly ca: string
	readonly cert: string
	readonly key: string
	readonly notBefore: number
	readonly notAfter: number
}

export interface Seen {
	readonly now: number
	/** What pods show, if it can be used. */
	readonly serving: Pair | undefined
	readonly servingSince: number
	/** What they will show next. */
	readonly next: Pair | undefined
	readonly nextPublishedSince: number | undefined
	/** The authorities that each configuration trusts. */
	readonly trusted: readonly (readonly string[])[]
}

export interface Pace {
	/** Until every API server has heard whom to trust. */
	readonly publishMs: number
	/** Until every pod shows what its Secret holds. */
	readonly spreadMs: number
}

export type Step =
	| { readonly do: 'issue'; readonly into: 'serving' | 'next'; readonly why: string }
	| { readonly do: 'trust'; readonly authorities: readonly string[]; readonly why: string }
	| { readonly do: 'notePublished'; readonly why: string }
	| { readonly do: 'switch'; readonly why: string }
	| { readonly do: 'forgetNext'; readonly why: string }
	| { readonly do: 'wait'; readonly milliseconds: number; readonly why: string }

const longestWait = 3_600_000

const wait = (milliseconds: number, why: string): Step => ({
	do: 'wait',
	milliseconds: Math.min(Math.max(milliseconds, 100), longestWait),
	why,
})

const trustsAll = ({ trusted }: Seen, authorities: readonly string[]): boolean =>
	trusted.every((list) => authorities.every((one) => list.includes(one)))

const trustsOnly = (seen: Seen, authority: string): boolean =>
	seen.trusted.every((list) => list.length === 1 && list[0] === authority)

/** Two thirds of a life leave a third for whatever goes wrong. */
const renewAt = ({ notBefore, notAfter }: Pair): number => notBefore + ((notAfter - notBefore) * 2) / 3

/** Whom a configuration must trust: who signed, and for as long as pods may still show another, whoever was trusted before. */
function wanted(seen: Seen, serving: Pair, pace: Pace): readonly string[] {
	const isSpreading = seen.servingSince + pace.spreadMs > seen.now
	const before = isSpreading ? seen.trusted.flat() : []
	return [...new Set([serving.ca, ...(seen.next ? [seen.next.ca] : []), ...before])]
}

export function nextStep(seen: Seen, pace: Pace): Step {
	const { now, serving, servingSince, next, nextPublishedSince } = seen
	if (serving === undefined || serving.notAfter <= now)
		return { do: 'issue', into: 'serving', why: 'there is no certificate that can be used' }
	const isTaken = next !== undefined && next.cert === serving.cert
	if (next !== undefined && !isTaken && next.notAfter <= serving.notAfter)
		return { do: 'forgetNext', why: 'what was to come ends no later than what is there' }
	const authorities = wanted(seen, serving, pace)
	if (!trustsAll(seen, authorities))
		return { do: 'trust', authorities, why: 'whoever signed must be trusted first' }
	const spreading = servingSince + pace.spreadMs - now
	if (isTaken || next === undefined) {
		if (!trustsOnly(seen, serving.ca)) {
			if (spreading > 0) return wait(spreading, 'pods are taking the new certificate')
			return { do: 'trust', authorities: [serving.ca], why: 'every pod shows the new certificate' }
		}
		if (isTaken) {
			if (spreading > 0) return wait(spreading, 'pods are taking the new certificate')
			return { do: 'forgetNext', why: 'the new certificate is the certificate' }
		}
		const left = renewAt(serving) - now
		if (left > 0) return wait(left, 'the certificate is young enough')
		return { do: 'issue', into: 'next', why: 'two thirds of the certificate’s life are over' }
	}
	if (nextPublishedSince === undefined) return { do: 'notePublished', why: 'the new authority is published' }
	const left = nextPublishedSince + pace.publishMs - now
	if (left > 0) return wait(left, 'API servers are hearing of the new authority')
	return { do: 'switch', why: 'the new authority is trusted everywhere' }
}
