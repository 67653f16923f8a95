// What etcd said as etcdctl's simple output: keys and values as the bytes that they are, each followed by the end of a line.
import { afterPrefix, openEnd } from '../../../etcd/keys.ts'
import type { AuthRoleGetResponse, KeyValue, Permission, WatchResponse } from '../../../etcd/rpc_pb.ts'
import type { Answer, Format } from './answer.ts'
import { labelOf } from './kubernetes.ts'
import { isPlainText, quoted } from './quoted.ts'
import { isInRows, rowsOf } from './rows.ts'
import { alarmName } from './words.ts'

type Piece = string | Uint8Array

const newline = Buffer.from('\n')
export const joined = (pieces: readonly Piece[]): Buffer =>
	Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)))

const inHex = (bytes: Uint8Array): string =>
	Buffer.from(bytes)
		.toString('hex')
		.replace(/../g, (pair) => `\\x${pair}`)

const leaseId = (id: bigint): string => BigInt.asUintN(64, id).toString(16).padStart(16, '0')

export function keyValue(kv: KeyValue, { hex, valueOnly, isTerminal }: Format): readonly Piece[] {
	const value = hex ? inHex(kv.value) : ((isTerminal ? labelOf(kv.value) : undefined) ?? kv.value)
	if (valueOnly) return [value, newline]
	const key = hex ? inHex(kv.key) : isTerminal && !isPlainText(kv.key) ? quoted(kv.key) : kv.key
	return [key, newline, value, newline]
}

const watched = ({ events }: WatchResponse, format: Format): readonly Piece[] =>
	events.flatMap(({ type, kv, prevKv }) => [
		type === 0 ? 'PUT\n' : 'DELETE\n',
		...(prevKv ? keyValue(prevKv, format) : []),
		...(kv ? keyValue(kv, format) : []),
	])

const isSame = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0

function permitted({ key, rangeEnd }: Permission): readonly Piece[] {
	if (rangeEnd.length === 0) return ['\t', key, newline]
	const isPrefix = key.length > 0 && isSame(afterPrefix(key), rangeEnd)
	return [
		'\t[',
		key,
		...(isSame(rangeEnd, openEnd) ? [', <open ended>'] : [', ', rangeEnd, ')']),
		...(isPrefix ? [' (prefix ', key, ')'] : []),
		newline,
	]
}

const [reads, writes] = [0, 1]

function role(name: string, { perm }: AuthRoleGetResponse): readonly Piece[] {
	const all = '\t[, <open ended>\n'
	if (name === 'root' && perm.length === 0) return [`Role ${name}\nKV Read:\n${all}KV Write:\n${all}`]
	const without = (type: number): readonly Piece[] =>
		perm.filter(({ permType }) => permType !== type).flatMap(permitted)
	return [`Role ${name}\nKV Read:\n`, ...without(writes), 'KV Write:\n', ...without(reads)]
}

const lines = (texts: readonly string[]): readonly Piece[] => texts.map((text) => `${text}\n`)

export function simple(told: Answer, format: Format): readonly Piece[] {
	if (told.kind === 'health')
		return lines(
			told.answers
				.filter(({ error }) => error === '')
				.map(
					({ endpoint, took }) => `${endpoint} is healthy: successfully committed proposal: took = ${took}`,
				),
		)
	if (isInRows(told)) return lines(rowsOf(told).rows.map((row) => row.join(', ')))
	switch (told.kind) {
		case 'put':
			return ['OK\n', ...(told.answer.prevKv ? keyValue(told.answer.prevKv, format) : [])]
		case 'del':
			return [`${told.answer.deleted}\n`, ...told.answer.prevKvs.flatMap((kv) => keyValue(kv, format))]
		case 'watch':
			return watched(told.answer, format)
		case 'grant':
			return [`lease ${leaseId(told.answer.id)} granted with TTL(${told.answer.ttl}s)\n`]
		case 'revoke':
			return [`lease ${leaseId(told.id)} revoked\n`]
		case 'keepAlive':
			return [`lease ${leaseId(told.answer.id)} keepalived with TTL(${told.answer.ttl})\n`]
		case 'timeToLive': {
			const { id, ttl, grantedTtl, keys } = told.answer
			if (grantedTtl === 0n && ttl === -1n) return [`lease ${leaseId(id)} already expired\n`]
			const left = `lease ${leaseId(id)} granted with TTL(${grantedTtl}s), remaining(${ttl}s)`
			if (!told.keys) return [`${left}\n`]
			const list = keys.flatMap((key, at) => (at === 0 ? [key] : [' ', key]))
			return [`${left}, attached keys([`, ...list, '])\n']
		}
		case 'leases': {
			const { leases } = told.answer
			return lines([`found ${leases.length} leases`, ...leases.map(({ id }) => leaseId(id))])
		}
		case 'alarms':
			return lines(
				told.answer.alarms.map(({ memberId, alarm }) =>
					[
						...(memberId === 0n ? [] : [`memberID:${memberId} `]),
						...(alarm === 0 ? [] : [`alarm:${alarmName(alarm)} `]),
					].join(''),
				),
			)
		case 'users':
			return lines(told.answer.users)
		case 'roles':
			return lines(told.answer.roles)
		case 'user':
			return [`User: ${told.name}\nRoles:${told.answer.roles.map((name) => ` ${name}`).join('')}\n`]
		case 'role':
			return role(told.name, told.answer)
	}
}
