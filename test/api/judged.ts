// A row as the rules alone judge it.
import { judge } from '../../api/judge.ts'
import { releases } from '../../api/releases.ts'
import { checkScale, deletionGuarded } from '../../api/rules.ts'
import type { Finding } from '../../api/rules/finding.ts'
import type { Row } from '../admission/rows/row.ts'

const freeze = <T>(value: T): T => {
	if (typeof value === 'object' && value !== null) Object.values(Object.freeze(value)).forEach(freeze)
	return value
}

export function judged(row: Row): Finding[] {
	const name = row.name ?? 'example'
	const stored = row.stored && {
		...row.stored,
		metadata: { name, generation: 1, annotations: row.stored.annotations ?? {} },
	}
	switch (row.operation) {
		case 'delete':
			return deletionGuarded((stored ?? {}) as Parameters<typeof deletionGuarded>[0])
				? [{ rule: 'deletionGuarded', field: 'metadata', message: 'remove that first if it is meant' }]
				: []
		case 'scale':
			return checkScale({
				previous: { spec: { size: row.stored?.spec?.['size'] as number } },
				next: { spec: { size: row.asked as number } },
				releases,
			})
		case 'create':
		case 'update': {
			const next = {
				metadata: { name, annotations: row.annotations ?? {} },
				...(row.asked && { spec: row.asked }),
			}
			return judge(row.kind, freeze(stored), freeze(next))
		}
	}
}
