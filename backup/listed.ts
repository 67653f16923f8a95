// What of one backup is in its store, as the pod that reads it says. Pure.

export interface ListedObject {
	/** In the store. */
	readonly name: string
	readonly bytes: number
	/** When it was written, by the store's clock, in milliseconds since 1970. */
	readonly at: number
	/** What its manifest says, whatever that is; missing where there is none, as beside those of 2018. */
	readonly manifest?: string
}

export interface Listed {
	/** As a person knows the store, without anything secret. */
	readonly place: string
	readonly objects: readonly ListedObject[]
}

/** The paths that it answers. */
export const listPath = '/list'
export const objectPath = (name: string): string => `/objects/${encodeURIComponent(name)}`

/** Nothing where it is no path of an object. */
export function objectOf(path: string): string | undefined {
	const [, encoded] = /^\/objects\/([^/?#]+)$/.exec(path) ?? []
	try {
		return encoded === undefined ? undefined : decodeURIComponent(encoded)
	} catch {
		return undefined
	}
}
