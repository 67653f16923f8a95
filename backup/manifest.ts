// What is known of a snapshot in a store, written beside it when it was proved. Pure. Numbers that may be large are texts.

export interface Manifest {
	readonly form: 1
	/** The name of the snapshot in the same store. */
	readonly object: string
	/** As it is stored. */
	readonly bytes: number
	/** Of the database, as etcd summed it up. */
	readonly sha256: string
	/** Whose it is: names are used again, and a UID never is. */
	readonly backup: { readonly namespace: string; readonly name: string; readonly uid: string }
	/** As etcd calls it. */
	readonly clusterId: string
	readonly member: { readonly id: string; readonly name: string }
	readonly revision: string
	readonly term: string
	readonly etcdVersion: string
	readonly storageVersion: string
	/** Of all keys and their history up to that revision, as each member would say it. */
	readonly hashKv:
		| {
				readonly hash: number
				readonly revision: string
				readonly compacted: string
				/** How many there were then. */
				readonly keys?: string
		  }
		| undefined
	/** The key that it is encrypted with. */
	readonly keyId: string | undefined
	/** When it was begun, as a time of RFC 3339. */
	readonly takenAt: string
	/** When all of it was read back and was as it had been. */
	readonly verifiedAt: string | undefined
}

/** One that was written by somebody else is told by what it lacks. */
export class NoManifest extends Error {}

type Fields = Readonly<Record<string, unknown>>

const isFields = (value: unknown): value is Fields =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

function fieldsIn(of: Fields, name: string): Fields {
	const value = of[name]
	if (isFields(value)) return value
	throw new NoManifest(`${name} is missing`)
}

function text(of: Fields, name: string, shape = /^/): string {
	const value = of[name]
	if (typeof value === 'string' && shape.test(value)) return value
	throw new NoManifest(`${name} is ${value === undefined ? 'missing' : JSON.stringify(value)}`)
}

function whole(of: Fields, name: string): number {
	const value = of[name]
	if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
	throw new NoManifest(`${name} is ${value === undefined ? 'missing' : JSON.stringify(value)}`)
}

const digits = /^\d{1,20}$/
const hex = /^[0-9a-f]{1,64}$/

function time(of: Fields, name: string): string {
	const value = text(of, name)
	if (Number.isNaN(Date.parse(value))) throw new NoManifest(`${name} is ${JSON.stringify(value)}`)
	return value
}

const optional = <T>(of: Fields, name: string, read: (of: Fields, name: string) => T): T | undefined =>
	of[name] === undefined ? undefined : read(of, name)

/** Throws a NoManifest that says what is wrong with it. */
export function manifestIn(json: string): Manifest {
	let all: unknown
	try {
		all = JSON.parse(json)
	} catch {
		throw new NoManifest('it is no JSON')
	}
	if (!isFields(all)) throw new NoManifest('it is no object')
	if (all['form'] !== 1) throw new NoManifest(`form is ${JSON.stringify(all['form'])}, and 1 is known`)
	const [backup, member] = [fieldsIn(all, 'backup'), fieldsIn(all, 'member')]
	return {
		form: 1,
		object: text(all, 'object', /./),
		bytes: whole(all, 'bytes'),
		sha256: text(all, 'sha256', /^[0-9a-f]{64}$/),
		backup: {
			namespace: text(backup, 'namespace'),
			name: text(backup, 'name'),
			uid: text(backup, 'uid', /./),
		},
		clusterId: text(all, 'clusterId', hex),
		member: { id: text(member, 'id', hex), name: text(member, 'name') },
		revision: text(all, 'revision', digits),
		term: text(all, 'term', digits),
		etcdVersion: text(all, 'etcdVersion'),
		storageVersion: text(all, 'storageVersion'),
		hashKv: optional(all, 'hashKv', (of, name) => {
			const one = fieldsIn(of, name)
			const keys = optional(one, 'keys', (from, key) => text(from, key, digits))
			return {
				hash: whole(one, 'hash'),
				revision: text(one, 'revision', digits),
				compacted: text(one, 'compacted', /^-?\d{1,20}$/),
				...(keys !== undefined && { keys }),
			}
		}),
		keyId: optional(all, 'keyId', text),
		takenAt: time(all, 'takenAt'),
		verifiedAt: optional(all, 'verifiedAt', time),
	}
}

export const textOf = (manifest: Manifest): string => `${JSON.stringify(manifest, undefined, '\t')}\n`
