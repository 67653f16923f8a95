// The lines of a stream as they come.
import type { Readable } from 'node:stream'

export async function* lines(stream: Readable): AsyncGenerator<string> {
	let rest = ''
	for await (const chunk of stream.setEncoding('utf8')) {
		const parts = (rest + String(chunk)).split('\n')
		rest = parts.pop() ?? ''
		for (const part of parts) if (part !== '') yield part
	}
	if (rest !== '') yield rest
}
