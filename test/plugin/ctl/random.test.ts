// Any bytes as keys and values: put by ctl, read by etcdctl and by ctl, the same.
import * as fc from 'fast-check'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import { etcdctl, ours } from './both.ts'

const bytes = fc.oneof(
	fc.uint8Array({ minLength: 0, maxLength: 200 }),
	fc.string({ unit: 'grapheme', maxLength: 60 }).map((text) => Uint8Array.from(Buffer.from(text))),
	fc
		.constantFrom('', '\n', '\r\n', '"', '\\', '\u0007\b\f\v', '\u2028<>&', '\ufffd', '\ufeff', '😀', 'k8s\0')
		.map((text) => Uint8Array.from(Buffer.from(text))),
)
/** The newest letters, which an etcdctl made by an older Go does not take for letters. */
const newest = Buffer.from('\u{11de0}\u1c8a\\u1c8a')
const keys = bytes.filter(({ length }) => length > 0)

const hexOf = (all: Uint8Array): string => Buffer.from(all).toString('hex')
const base64Of = (all: Uint8Array): string => Buffer.from(all).toString('base64')

/** Etcdctl is told its words as text, and so cannot be told all keys. */
const canBeTold = (key: Uint8Array): boolean =>
	!key.includes(0) &&
	Buffer.from(Buffer.from(key).toString()).equals(Buffer.from(key)) &&
	!Buffer.from(key).toString().includes('\ufffd')

/** With the letters that Unicode had after the Go of this etcdctl was made, which it escapes, as themselves. */
const withNewLetters = (fields: Buffer): string =>
	fields
		.toString()
		.replace(/\\(?:\\|u([0-9a-f]{4})|U([0-9a-f]{8}))/g, (as, short?: string, long?: string) => {
			const letter = String.fromCodePoint(parseInt(short ?? long ?? '0', 16))
			return /[\p{L}\p{M}\p{N}\p{P}\p{S}]/u.test(letter) ? letter : as
		})

everyMinor(
	'takes and gives any bytes',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		const property = fc.asyncProperty(keys, bytes, async (key, value) => {
			const put = await ours(seed, ['put', '--input=hex', '--', hexOf(key), '-'], { stdin: value })
			if (put.code !== 0) throw new Error(put.err)
			const words = ['get', '--input=base64', '--', base64Of(key)]
			const { out } = await ours(seed, words)
			if (!out.equals(Buffer.concat([key, Buffer.from('\n'), value, Buffer.from('\n')])))
				throw new Error('simple')
			const json = JSON.parse((await ours(seed, ['-w', 'json', ...words])).out.toString()) as {
				kvs: { key: string; value?: string }[]
			}
			if (json.kvs[0]?.key !== base64Of(key) || (json.kvs[0].value ?? '') !== base64Of(value))
				throw new Error('json')
			if (!canBeTold(key)) return
			const plain = await ours(seed, ['get', '--', Buffer.from(key).toString()])
			if (!plain.out.equals(out)) throw new Error('the key as text')
		})
		await fc.assert(property, { numRuns: 150, examples: [[newest, newest]] })
		for (const format of ['simple', 'json', 'fields']) {
			const words = ['get', '', '--prefix', '-w', format]
			const [their, our] = [await etcdctl(seed, words), await ours(seed, words)]
			if (format === 'fields') t.is(our.out.toString(), withNewLetters(their.out))
			else t.true(our.out.equals(their.out), format)
			const hex = await ours(seed, ['get', '', '--prefix', '--hex'])
			t.true(hex.out.equals((await etcdctl(seed, ['get', '', '--prefix', '--hex'])).out))
		}
	},
	(_, minor) => minor === '3.5' || minor === '3.6' || minor === '3.7',
)

everyMinor('takes and gives a megabyte, and says what is too large', async (t, etcd) => {
	const seed = await born(t, etcd)
	const value = Buffer.alloc(
		1024 * 1024,
		Uint8Array.from({ length: 256 }, (_, at) => at),
	)
	t.is((await ours(seed, ['put', 'large', '-'], { stdin: value })).code, 0)
	const [their, our] = [await etcdctl(seed, ['get', 'large']), await ours(seed, ['get', 'large'])]
	t.true(our.out.equals(their.out))
	t.true(our.out.equals(Buffer.concat([Buffer.from('large\n'), value, Buffer.from('\n')])))
	const refused = await ours(seed, ['put', 'larger', '-'], { stdin: Buffer.alloc(3 * 1024 * 1024) })
	t.is(refused.code, 1)
	t.regex(refused.err, /too large|larger than max/)
	t.is((await ours(seed, ['get', 'larger'])).out.length, 0)
})
