// What ctl can do, by etcdctl's words: what stands behind each, which flags it takes, and whether it changes anything. Pure.
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'

export interface Verb {
	readonly name: VerbName
	/** What stands behind it, for whoever wrote too much or too little. */
	readonly args: string
	readonly least: number
	readonly most: number
	readonly options: readonly string[]
	readonly changes: boolean
}

interface Told extends Omit<Verb, 'name' | 'changes'> {
	readonly changes?: true
}

const none = { args: '', least: 0, most: 0, options: [] }
const keys = { args: 'KEY [RANGE_END]', least: 1, most: 2 }
const lease = { args: 'ID', least: 1, most: 1, options: [] }
const name = { args: 'NAME', least: 1, most: 1, options: [] }
const conditions = ['min-create-rev', 'max-create-rev', 'min-mod-rev', 'max-mod-rev']
const parts = ['keys-only', 'count-only', 'print-value-only', 'limit', 'order', 'sort-by', 'consistency']
const putOptions = ['lease', 'prev-kv', 'ignore-value', 'ignore-lease']

const table = {
	get: { ...keys, options: ['prefix', 'from-key', 'rev', ...parts, ...conditions] },
	put: { ...keys, args: 'KEY [VALUE]', options: putOptions, changes: true },
	del: { ...keys, options: ['prefix', 'from-key', 'prev-kv', 'range'], changes: true },
	watch: { ...keys, options: ['prefix', 'rev', 'prev-kv', 'progress-notify'] },
	'lease grant': { ...lease, args: 'SECONDS', changes: true },
	'lease revoke': { ...lease, changes: true },
	'lease timetolive': { ...lease, options: ['keys'] },
	'lease list': none,
	'lease keep-alive': { ...lease, options: ['once'], changes: true },
	'member list': { ...none, options: ['consistency'] },
	'endpoint status': { ...none, options: ['cluster'] },
	'endpoint health': { ...none, options: ['cluster'] },
	'endpoint hashkv': { ...none, options: ['cluster', 'rev'] },
	'alarm list': none,
	'user list': none,
	'user get': { ...name, options: ['detail'] },
	'role list': none,
	'role get': name,
} as const satisfies Record<string, Told>

export type VerbName = keyof typeof table

export const verbNames = Object.keys(table) as readonly VerbName[]

const isVerb = (words: string): words is VerbName => Object.hasOwn(table, words)

/** What etcdctl does with the cluster itself is done by commands that take care of it. */
const elsewhere: Readonly<Record<string, string>> = {
	'alarm disarm': 'kubectl etcd alarm disarm CLUSTER',
	defrag: 'kubectl etcd defrag CLUSTER',
	'member add': 'kubectl etcd scale CLUSTER --replicas=N',
	'member promote': 'the operator promotes learners by itself',
	'member remove': 'kubectl etcd scale CLUSTER --replicas=N, or kubectl etcd members replace CLUSTER MEMBER',
	'member update': 'the operator keeps the addresses of members',
	'move-leader': 'kubectl etcd move-leader CLUSTER',
	snapshot: 'kubectl etcd snapshot save CLUSTER FILE',
}
const byTheirOwn = [
	'auth',
	'check',
	'compaction',
	'downgrade',
	'elect',
	'lock',
	'make-mirror',
	'role',
	'txn',
	'user',
]

const heads = [
	...verbNames.map((one) => one.split(' ')[0] ?? ''),
	...Object.keys(elsewhere).map((one) => one.split(' ')[0] ?? ''),
	...byTheirOwn,
]

/** Whether a word begins something that etcdctl does, and is no cluster's name. */
export const isHead = (word: string | undefined): boolean => word !== undefined && heads.includes(word)

export function verbOf(words: readonly string[]): { verb: Verb; args: readonly string[] } {
	const [first = '', second = ''] = words
	for (const [found, count] of [
		[`${first} ${second}`, 2],
		[first, 1],
	] as const)
		if (isVerb(found)) {
			const told: Told = table[found]
			return { verb: { ...told, name: found, changes: told.changes ?? false }, args: words.slice(count) }
		}
	throw unknownVerb(first, second)
}

function unknownVerb(first: string, second: string): Failure {
	const both = `${first} ${second}`.trim()
	const instead = elsewhere[both] ?? elsewhere[first]
	if (instead !== undefined)
		return new Failure({
			what: `ctl does not ${both}: it looks at data, and puts and deletes keys`,
			next: instead,
		})
	const under = verbNames.filter((one) => one.startsWith(`${first} `))
	if (under.length > 0 && second === '')
		return new Failure({ what: `${first} is not a whole command`, next: `write one of ${under.join(', ')}` })
	if (byTheirOwn.includes(first))
		return new Failure({
			what: `ctl knows no "${both}"`,
			next: 'use your own etcdctl through kubectl etcd port-forward CLUSTER',
		})
	const near = nearest(both, verbNames) ?? nearest(first, verbNames)
	return new Failure({
		what: first === '' ? 'ctl is not told what to do' : `ctl knows no "${both}"`,
		next: near === undefined ? `write one of ${verbNames.join(', ')}` : `did you mean ${near}?`,
	})
}
