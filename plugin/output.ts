// -o json and -o yaml of a document of our own, as kubectl writes its own: JSON in the order in which we say it, YAML by name. Pure.
import { Failure } from './failure.ts'
import { jsonText } from './output/json.ts'
import type { Json } from './output/value.ts'
import { yamlText } from './output/yaml.ts'

export const documentFormats = ['json', 'yaml'] as const

/** What has no value is left out. */
export async function documentText(format: string, value: unknown): Promise<string> {
	const plain = JSON.parse(JSON.stringify(value)) as Json
	if (format === 'json')
		return await Promise.resolve(`${jsonText(plain, { indent: '    ', inOrderOf: 'writing' })}\n`)
	if (format === 'yaml') return yamlText(plain)
	throw new Failure(`--output: "${format}" is none of ${documentFormats.join(', ')}`)
}
