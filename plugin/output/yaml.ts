// YAML as kubectl prints it: keys in order, lists under their key and not further in, texts quoted where they would be misread. Pure.
import { goNumber } from './go-text.ts'
import { isList, isObject, type Json, type JsonObject } from './value.ts'
import { Ink } from './yaml-ink.ts'
import { keysInOrder } from './yaml-keys.ts'
import { hasBreaks, writePlain, writeText } from './yaml-scalar.ts'

/** A longer key has a sign of its own. */
const longestKey = 128

export function yamlText(value: Json): string {
	const ink = new Ink()
	write(ink, value, 'root')
	const { text } = ink
	return text.endsWith('\n') ? text : `${text}\n`
}

type Place = 'root' | 'value' | 'item'

function write(ink: Ink, value: Json, place: Place): void {
	if (isList(value)) writeList(ink, value, place)
	else if (isObject(value)) writeObject(ink, value, place)
	else if (typeof value === 'string') writeText(ink, value, false)
	else writePlain(ink, typeof value === 'number' ? goNumber(value) : String(value))
}

function writeList(ink: Ink, list: readonly Json[], place: Place): void {
	if (list.length === 0) {
		ink.sign('[')
		ink.sign(']', { apart: false })
		return
	}
	const further = place === 'root' || (place === 'value' && !ink.isIndented) ? 0 : 2
	ink.indent += further
	for (const item of list) {
		ink.newLine()
		ink.sign('-', { begins: true })
		write(ink, item, 'item')
	}
	ink.indent -= further
}

function writeObject(ink: Ink, object: JsonObject, place: Place): void {
	const keys = keysInOrder(object)
	if (keys.length === 0) {
		ink.sign('{')
		ink.sign('}', { apart: false })
		return
	}
	const further = place === 'root' ? 0 : 2
	ink.indent += further
	for (const key of keys) {
		ink.newLine()
		if (hasBreaks(key) || new TextEncoder().encode(key).length > longestKey) {
			ink.sign('?', { begins: true })
			writeText(ink, key, false)
			ink.newLine()
			ink.sign(':', { begins: true })
		} else {
			writeText(ink, key, true)
			ink.sign(':', { apart: false })
		}
		write(ink, object[key] ?? null, 'value')
	}
	ink.indent -= further
}
