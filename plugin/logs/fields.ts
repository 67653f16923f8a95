// The fields of a line of JSON that say something to a person, the telling ones first. Pure.

export type Field = readonly [name: string, value: string]

/** What the line itself shows, or what is the same in every line of a member. */
const silent = new Set([
	'level',
	'ts',
	'time',
	'msg',
	'caller',
	'logger',
	'part',
	'stacktrace',
	'pid',
	'hostname',
	'v',
	'local-member-id',
	'cluster-id',
	'local-member-cluster-id',
])
const first = ['error', 'because', 'why', 'took', 'expected-duration', 'rule', 'do', 'member']

const isId = (name: string): boolean => /(^|-)(id|from|to|lead|leader|peer)$/.test(name)

const hex = (digits: string): string => BigInt(digits).toString(16)

function shown(name: string, value: unknown): string {
	if (typeof value === 'string') return isId(name) && /^\d{16,20}$/.test(value) ? hex(value) : value
	if (Array.isArray(value)) return value.map((one) => shown(name, one)).join(',')
	return value === undefined || value === null ? '' : JSON.stringify(value)
}

const rankOf = (name: string): number => (first.includes(name) ? first.indexOf(name) : first.length)

export const fieldsOf = (said: Readonly<Record<string, unknown>>): readonly Field[] =>
	Object.entries(said)
		.filter(([name]) => !silent.has(name))
		.map(([name, value]): Field => [name, shown(name, value)])
		.filter(([, value]) => value !== '')
		.toSorted(([one], [other]) => rankOf(one) - rankOf(other))

/** raft lists voters in decimals, and everybody else says ids in hex. */
export const hexIds = (message: string): string =>
	message.replace(/\b(voters|learners)=\(([\d ]+)\)/g, (_, word: string, ids: string) => {
		const all = ids.split(' ').map((id) => (id.length > 15 ? hex(id) : id))
		return `${word}=(${all.join(' ')})`
	})
