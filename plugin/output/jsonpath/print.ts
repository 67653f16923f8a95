// What a JSONPath template prints of a value. Pure.
import { goText } from '../go-text.ts'
import { jsonText } from '../json.ts'
import { type Json } from '../value.ts'
import { evaluate, type Found } from './evaluate.ts'
import type { Template } from './nodes.ts'

export interface Printing {
	readonly asJson: boolean
	readonly allowsMissing: boolean
}

export const printPath = (template: Template, value: Json, { asJson, allowsMissing }: Printing): string =>
	evaluate(template, value, allowsMissing)
		.map((found) => (asJson ? `${jsonText(found, { indent: '    ' })}\n` : inLine(found)))
		.join('')

const inLine = (found: Found): string => found.map(shown).join(' ')

function shown(value: Json): string {
	if (value === null) return 'null'
	return typeof value === 'object' ? jsonText(value) : goText(value)
}
