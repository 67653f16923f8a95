// A range of keys as it comes, page by page: what stands before the first, each page, and what stands behind the last.
import type { KeyValue, RangeResponse } from '../../../etcd/rpc_pb.ts'
import { Failure } from '../../failure.ts'
import type { Format } from './answer.ts'
import { fieldsWriter } from './fields.ts'
import { goJson } from './go-json.ts'
import { jsonWriter } from './json.ts'
import { joined, keyValue } from './simple.ts'

interface RangeWriter {
	readonly begin: (first: RangeResponse) => string
	readonly page: (kvs: readonly KeyValue[], isFirst: boolean) => Buffer
	readonly end: (isAny: boolean, more: boolean, count: bigint) => string
}

const simple = (format: Format): RangeWriter => ({
	begin: () => '',
	page: (kvs) => joined(kvs.flatMap((kv) => keyValue(kv, format))),
	end: () => '',
})

function fields({ hex }: Format): RangeWriter {
	const writer = fieldsWriter(hex)
	const block = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')
	return {
		begin: ({ header }) => block(writer.header(header)),
		page: (kvs) => joined(kvs.map((kv) => block(writer.keyValue(kv)))),
		end: (_, more, count) => `"More" : ${more}\n"Count" : ${count}\n`,
	}
}

function json({ hex }: Format): RangeWriter {
	const writer = jsonWriter(hex)
	return {
		begin: ({ header }) => `{"header":${goJson(writer.header(header))}`,
		page(kvs, isFirst) {
			if (kvs.length === 0) return Buffer.alloc(0)
			const list = kvs.map((kv) => goJson(writer.keyValue(kv))).join()
			return joined([isFirst ? ',"kvs":[' : ',', list])
		},
		end: (isAny, more, count) =>
			`${isAny ? ']' : ''}${more ? ',"more":true' : ''}${count > 0n ? `,"count":${count}` : ''}}\n`,
	}
}

export function rangeWriter(format: Format): RangeWriter {
	if (format.as === 'table')
		throw new Failure('--write-out: keys have no table; write simple, json or fields')
	return { simple, fields, json }[format.as](format)
}
