// The few texts that stores say in XML. Pure. Their answers are flat, so that a name and what stands in it is all that has to be found.

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

const plain = (text: string): string =>
	text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (as, hex?: string, decimal?: string, name?: string) => {
		if (name !== undefined) return entities[name] ?? as
		return String.fromCodePoint(hex === undefined ? Number(decimal) : parseInt(hex, 16))
	})

/** What stands in each element of that name, as XML. */
export const elements = (xml: string, name: string): readonly string[] =>
	[...xml.matchAll(new RegExp(`<${name}(?:\\s[^>]*)?>(.*?)</${name}>`, 'gs'))].map(
		([, inside = '']) => inside,
	)

/** The text of the first element of that name. */
export function textIn(xml: string, name: string): string | undefined {
	const [first] = elements(xml, name)
	return first === undefined ? undefined : plain(first)
}

export const escaped = (text: string): string =>
	text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)
