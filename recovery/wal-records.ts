// The records of one file of etcd's log: where each ends, what it says of entries and of what is known to be committed, and how one more
// is written. Pure. The form has been the same since etcd 3.0: a length, a protobuf of type, checksum and data, and zeros up to a
// multiple of eight. Checksums go on from record to record.

export interface HardState {
	readonly term: bigint
	readonly vote: bigint
	readonly commit: bigint
}

export interface Log {
	/** Where the next record belongs. */
	readonly end: number
	readonly checksum: number
	readonly state: HardState | undefined
	readonly lastIndex: bigint | undefined
}

const types = { metadata: 1n, entry: 2n, state: 3n, checksum: 4n, snapshot: 5n } as const

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
	let value = byte
	for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0x82_f6_3b_78 : value >>> 1
	return value >>> 0
})

/** Castagnoli's, going on from the one before. */
export function checksumOf(before: number, data: Uint8Array): number {
	let value = ~before >>> 0
	for (const byte of data) value = ((table[(value ^ byte) & 255] ?? 0) ^ (value >>> 8)) >>> 0
	return ~value >>> 0
}

interface Fields {
	readonly numbers: ReadonlyMap<number, bigint>
	readonly bytes: ReadonlyMap<number, Uint8Array>
}

/** Of a protobuf message with numbers and bytes only. */
function fieldsOf(message: Uint8Array): Fields | undefined {
	const [numbers, bytes] = [new Map<number, bigint>(), new Map<number, Uint8Array>()]
	let at = 0
	const number = (): bigint | undefined => {
		let value = 0n
		for (let shift = 0n; shift < 70n; shift += 7n) {
			const byte = message[at++]
			if (byte === undefined) return undefined
			value |= BigInt(byte & 127) << shift
			if (byte < 128) return BigInt.asUintN(64, value)
		}
		return undefined
	}
	while (at < message.length) {
		const [key, value] = [number(), number()]
		if (key === undefined || value === undefined) return undefined
		const field = Number(key >> 3n)
		if ((key & 7n) === 0n) numbers.set(field, value)
		else if ((key & 7n) === 2n && value <= BigInt(message.length - at)) {
			bytes.set(field, message.subarray(at, at + Number(value)))
			at += Number(value)
		} else return undefined
	}
	return { numbers, bytes }
}

const none = new Uint8Array()

/** Nothing where it is not whole, or not what its checksums say. */
export function logIn(file: Buffer): Log | undefined {
	let log: Log = { end: 0, checksum: 0, state: undefined, lastIndex: undefined }
	while (log.end + 8 <= file.length) {
		const length = file.readBigUInt64LE(log.end)
		if (length === 0n) return log
		const size = Number(length & 0xff_ff_ff_ff_ff_ff_ffn)
		const padding = length >> 63n === 1n ? Number((length >> 56n) & 7n) : 0
		const end = log.end + 8 + size + padding
		if (end > file.length) return undefined
		const record = fieldsOf(file.subarray(log.end + 8, log.end + 8 + size))
		if (record === undefined) return undefined
		const next = after(log, end, record)
		if (next === undefined) return undefined
		log = next
	}
	return log
}

function after(log: Log, end: number, { numbers, bytes }: Fields): Log | undefined {
	const [type, said] = [numbers.get(1), Number(numbers.get(2) ?? 0n)]
	if (type === types.checksum)
		return log.end > 0 && said !== log.checksum ? undefined : { ...log, end, checksum: said }
	const data = bytes.get(3) ?? none
	const checksum = checksumOf(log.checksum, data)
	if (checksum !== said) return undefined
	const next = { ...log, end, checksum }
	if (type !== types.entry && type !== types.state) return next
	const fields = fieldsOf(data)
	if (fields === undefined) return undefined
	const field = (which: number): bigint => fields.numbers.get(which) ?? 0n
	// A later entry of an index that was there takes the place of all from there on.
	if (type === types.entry) return { ...next, lastIndex: field(3) }
	return { ...next, state: { term: field(1), vote: field(2), commit: field(3) } }
}

function varint(value: bigint): readonly number[] {
	const bytes: number[] = []
	for (let left = value; ; left >>= 7n) {
		if (left < 128n) return [...bytes, Number(left)]
		bytes.push(Number(left & 127n) | 128)
	}
}

/** As etcd would write it at the end of that log. */
export function stateRecord({ checksum }: Log, { term, vote, commit }: HardState): Buffer {
	const data = Uint8Array.from([8, ...varint(term), 16, ...varint(vote), 24, ...varint(commit)])
	const sum = BigInt(checksumOf(checksum, data))
	const record = [8, ...varint(types.state), 16, ...varint(sum), 26, ...varint(BigInt(data.length)), ...data]
	const padding = (8 - (record.length % 8)) % 8
	const frame = Buffer.alloc(8 + record.length + padding)
	const flag = padding === 0 ? 0n : (0x80n | BigInt(padding)) << 56n
	frame.writeBigUInt64LE(flag | BigInt(record.length))
	frame.set(record, 8)
	return frame
}
