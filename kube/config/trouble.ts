// What is wrong with a kubeconfig or with the flags beside it. Pure. One sentence, and what helps the person who reads it.

export class KubeconfigError extends Error {
	/** What the kubeconfig's author wrote for this case. */
	readonly hint: string | undefined

	constructor(message: string, hint?: string) {
		super(message)
		this.hint = hint
	}
}

export class UnknownName extends KubeconfigError {
	readonly kind: 'context' | 'cluster' | 'user'
	readonly wanted: string
	readonly known: readonly string[]

	/** `asked` says who wanted it, where that was not a flag. */
	constructor(kind: UnknownName['kind'], wanted: string, known: readonly string[], asked = '') {
		super(`${kind} "${wanted}"${asked} does not exist`)
		this.kind = kind
		this.wanted = wanted
		this.known = known.toSorted()
	}
}
