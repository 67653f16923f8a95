// What etcd said, in the format that was asked for.
import { Failure } from '../../failure.ts'
import type { Answer, Format } from './answer.ts'
import { fieldsWriter } from './fields.ts'
import { jsonWriter } from './json.ts'
import { box, isInRows, rowsOf } from './rows.ts'
import { joined, simple } from './simple.ts'

export function printed(told: Answer, format: Format): Buffer {
	switch (format.as) {
		case 'simple':
			return joined(simple(told, format))
		case 'json':
			return joined([jsonWriter(format.hex).text(told)])
		case 'fields':
			return joined([fieldsWriter(format.hex).text(told)])
		case 'table':
			if (isInRows(told)) return joined([box(rowsOf(told))])
			throw new Failure('--write-out: this answer has no table; write simple, json or fields')
	}
}
