// Names as addresses have them. Pure.

/** What RFC 3986 calls unreserved stays as it is, and nothing else. */
export const encoded = (text: string): string =>
	encodeURIComponent(text).replace(
		/[!'()*]/g,
		(letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
	)

/** With its slashes. */
export const encodedPath = (name: string): string => name.split('/').map(encoded).join('/')
