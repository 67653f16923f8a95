// What was sealed is opened by its key alone, whole, or not at all.
import { randomBytes } from 'node:crypto'
import test from 'ava'
import { keyIdOf, keyIn, pieceBytes, sealed, Unsealable, unsealed } from '../../backup/sealing.ts'
import { inPieces, whole } from '../store/contract.ts'

const key = randomBytes(32)
const sizes = [0, 1, 31, pieceBytes - 1, pieceBytes, pieceBytes + 1, 2 * pieceBytes, 3 * pieceBytes + 17]

for (const size of sizes)
	test(`${size} bytes, however they come`, async (t) => {
		const plain = randomBytes(size)
		const made = await whole(sealed(inPieces(plain, 70_001), key))
		t.true(made.length > size)
		for (const each of [made.length, 65_536, 999_983])
			t.true((await whole(unsealed(inPieces(made, each), key))).equals(plain), `pieces of ${each}`)
		if (size > 64) t.is(made.indexOf(plain.subarray(0, 32)), -1)
	})

test('the same is never sealed to the same', async (t) => {
	const plain = randomBytes(100)
	const [one, other] = [await whole(sealed(inPieces(plain), key)), await whole(sealed(inPieces(plain), key))]
	t.false(one.equals(other))
})

const plain = randomBytes(2 * pieceBytes + 5000)
const refused = async (made: Buffer, by = key): Promise<string> => {
	try {
		await whole(unsealed(inPieces(made), by))
		return 'opened'
	} catch (reason) {
		if (!(reason instanceof Unsealable)) throw reason
		return reason.message
	}
}

test('cut anywhere', async (t) => {
	const made = await whole(sealed(inPieces(plain), key))
	const all = pieceBytes + 16
	for (const bytes of [0, 9, 49, 50, 66, 50 + all, 50 + all + 1, 50 + 2 * all, made.length - 1])
		t.not(await refused(made.subarray(0, bytes)), 'opened', `${bytes} bytes`)
})

test('more than there was', async (t) => {
	const made = await whole(sealed(inPieces(plain), key))
	t.not(await refused(Buffer.concat([made, Buffer.alloc(1)])), 'opened')
	t.not(await refused(Buffer.concat([made, made.subarray(50)])), 'opened')
})

test('any byte another', async (t) => {
	const made = await whole(sealed(inPieces(plain), key))
	for (const at of [0, 9, 10, 41, 42, 49, 50, 1000, 50 + pieceBytes, 50 + pieceBytes + 16, made.length - 1]) {
		const other = Buffer.from(made)
		other[at] = (other[at] ?? 0) ^ 1
		t.not(await refused(other), 'opened', `byte ${at}`)
	}
})

test('pieces in another order', async (t) => {
	const made = await whole(sealed(inPieces(plain), key))
	const all = pieceBytes + 16
	const [head, one, two, last] = [
		made.subarray(0, 50),
		made.subarray(50, 50 + all),
		made.subarray(50 + all, 50 + 2 * all),
		made.subarray(50 + 2 * all),
	]
	t.not(await refused(Buffer.concat([head, two, one, last])), 'opened')
	t.not(await refused(Buffer.concat([head, one, last])), 'opened')
	t.regex(await refused(Buffer.concat([head, one, last])), /^it was cut or changed at byte 1048642 or after$/)
})

test('another key', async (t) => {
	const made = await whole(sealed(inPieces(plain), key))
	t.regex(
		await refused(made, randomBytes(32)),
		/^the key [0-9a-f]{16} does not open it: it was sealed with another one/,
	)
	t.regex(await refused(plain), /^it does not begin as a sealed snapshot does$/)
})

test('how a key may be written', (t) => {
	for (const text of [key.toString('base64'), `${key.toString('hex')}\n`])
		t.is(keyIdOf(keyIn(Buffer.from(text))), keyIdOf(key))
	t.is(keyIdOf(keyIn(key)), keyIdOf(key))
	t.throws(() => keyIn(Buffer.from('short')), {
		instanceOf: Unsealable,
		message: /^the key has 5 bytes: write 32/,
	})
	t.not(keyIdOf(key), keyIdOf(randomBytes(32)))
})
