// A blob in blocks, which is there when they are listed. Blocks that nobody lists are forgotten by Azure within a week.
import { randomBytes } from 'node:crypto'
import type { Begun, Parts } from '../parts.ts'
import type { Container } from './container.ts'

async function put(
	container: Container,
	name: string,
	body: Buffer,
	asked: {
		readonly query?: Readonly<Record<string, string>>
		readonly headers?: Readonly<Record<string, string>>
	},
	signal: AbortSignal | undefined,
): Promise<void> {
	const answer = await container.ask({ method: 'PUT', name, body, ...asked, signal })
	answer.resume()
}

function begun(container: Container, name: string, signal: AbortSignal | undefined): Begun {
	// So that of two who write the same name neither lists a block of the other.
	const writer = randomBytes(12).toString('hex')
	const idOf = (number: number): string =>
		Buffer.from(`${writer}-${String(number).padStart(5, '0')}`).toString('base64')
	const numbers: number[] = []
	return {
		async put({ number, body }) {
			await put(container, name, body, { query: { comp: 'block', blockid: idOf(number) } }, signal)
			numbers.push(number)
		},
		async complete() {
			const list = numbers
				.toSorted((one, other) => one - other)
				.map((number) => `<Latest>${idOf(number)}</Latest>`)
			const xml = `<?xml version="1.0" encoding="utf-8"?><BlockList>${list.join('')}</BlockList>`
			await put(container, name, Buffer.from(xml), { query: { comp: 'blocklist' } }, signal)
		},
		abandon: async () => {},
	}
}

export const partsOf = (
	container: Container,
	name: string,
	partBytes: number,
	signal: AbortSignal | undefined,
): Parts => ({
	partBytes,
	atOnce: 2,
	whole: async (body) =>
		await put(container, name, body, { headers: { 'x-ms-blob-type': 'BlockBlob' } }, signal),
	begin: async () => await Promise.resolve(begun(container, name, signal)),
})
