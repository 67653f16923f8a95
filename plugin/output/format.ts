// What -o asks for, as kubectl's -o means it.
import { readFile } from 'node:fs/promises'
import { Failure } from '../failure.ts'
import { columnsOf, columnsOfFile, type CustomColumn } from './columns.ts'
import { parseTemplate } from './jsonpath/parse.ts'
import { PathError, type Template } from './jsonpath/nodes.ts'

export type Format =
	| { readonly is: 'table'; readonly wide: boolean }
	| { readonly is: 'json' | 'yaml' | 'name' }
	| { readonly is: 'path'; readonly written: string; readonly template: Template; readonly asJson: boolean }
	| { readonly is: 'columns'; readonly columns: readonly CustomColumn[] }

const documents = ['json', 'yaml', 'name'] as const
const templates = [
	'jsonpath',
	'jsonpath-as-json',
	'jsonpath-file',
	'custom-columns',
	'custom-columns-file',
] as const
const goTemplates = ['go-template', 'go-template-file', 'template', 'templatefile']

/** `template` is what --template says, for an -o without a value of its own. */
export async function formatOf(output: string | undefined, template: string | undefined): Promise<Format> {
	if (output === undefined || output === '') {
		if (template) throw goTemplate('--template alone')
		return { is: 'table', wide: false }
	}
	if (output === 'wide') return { is: 'table', wide: true }
	const document = documents.find((name) => name === output.toLowerCase())
	if (document) return { is: document }
	const [, name = '', own] = /^([^=]*)(?:=(.*))?$/s.exec(output) ?? []
	if (goTemplates.includes(name)) throw goTemplate(`-o ${name}`)
	const known = templates.find((one) => one === name)
	if (known === undefined)
		throw new Failure(
			`--output: "${output}" is none of ${['wide', ...documents, ...templates.map((one) => `${one}=…`)].join(', ')}`,
		)
	return await templated(known, own || template || '')
}

const goTemplate = (what: string): Failure =>
	new Failure({
		what: `${what} is a Go template, which kubectl etcd does not have; write it as a JSONPath`,
		next: 'kubectl etcd get -o jsonpath=\'{range .items[*]}{.metadata.name}{"\\n"}{end}\'',
	})

async function templated(name: (typeof templates)[number], written: string): Promise<Format> {
	if (name === 'custom-columns') return { is: 'columns', columns: parsed(written, written, columnsOf) }
	if (written === '')
		throw new Failure(
			name === 'custom-columns-file'
				? 'custom-columns format specified but no custom columns given'
				: `-o ${name} needs a template: write one such as -o ${name}=${name === 'jsonpath-file' ? 'FILE' : "'{.metadata.name}'"}`,
		)
	if (name === 'custom-columns-file')
		return { is: 'columns', columns: parsed(written, await textOf(written), columnsOfFile) }
	const text = name === 'jsonpath-file' ? await textOf(written) : written
	return {
		is: 'path',
		written: text,
		template: parsed(text, text, parseTemplate),
		asJson: name === 'jsonpath-as-json',
	}
}

function parsed<Parsed>(what: string, text: string, parse: (text: string) => Parsed): Parsed {
	try {
		return parse(text)
	} catch (reason) {
		if (reason instanceof PathError)
			throw new Failure(`error parsing jsonpath ${what}, ${reason.message}`, reason)
		throw reason
	}
}

async function textOf(path: string): Promise<string> {
	try {
		return await readFile(path, 'utf8')
	} catch (reason) {
		throw new Failure(`the template ${path} cannot be read: ${(reason as Error).message}`, reason)
	}
}
