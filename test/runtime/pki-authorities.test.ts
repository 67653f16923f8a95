import { generateKeyPairSync, X509Certificate } from 'node:crypto'
import test from 'ava'
import { authoritiesIn, isWithin, printOf, unionOf, verifies } from '../../runtime/pki/authorities.ts'
import { certificatesIn, fingerprintOf } from '../../runtime/pki/blocks.ts'
import { Authority, certify, newKeys, validFor } from '../../runtime/pki/certificate.ts'

const day = 86_400_000
const root = new Authority('root')
const other = new Authority('other')
const between = new Authority('between', undefined, { above: root })
const below = new Authority('below', undefined, { above: between })
const rsa = new Authority('rsa', undefined, { keys: generateKeyPairSync('rsa', { modulusLength: 2048 }) })
const ended = new Authority('ended', validFor(day, Date.now() - 10 * day))
const sameName = new Authority('root')
const renewedKeys = newKeys()
const renewed = () => new Authority('renewed', undefined, { keys: renewedKeys })

const a = root.certificate
const b = other.certificate
const broken = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n'
const oneLine = (pem: string) =>
	pem.replaceAll('\n', '').replace(/(-----BEGIN CERTIFICATE-----)(.*)(-----END)/, 'CN=root\n$1\n  $2\n$3') +
	'\n'

for (const { title, pem, are } of [
	{ title: 'none in nothing', pem: '', are: [] },
	{ title: 'none in another text', pem: 'nothing', are: [] },
	{ title: 'one', pem: a, are: [a] },
	{ title: 'two in their order', pem: b + a, are: [b, a] },
	{ title: 'each once', pem: a + b + a, are: [a, b] },
	{ title: 'one without its last line end', pem: a.trimEnd(), are: [a] },
	{ title: 'one in a single line, with words before it', pem: oneLine(a), are: [a] },
	{ title: 'one with the line ends of Windows', pem: a.replaceAll('\n', '\r\n'), are: [a] },
	{ title: 'one that cannot be read', pem: a + broken, are: [a, broken] },
	{ title: 'none that is no block of lines', pem: a.replaceAll('\n', '') + b, are: [] },
	{ title: 'no keys', pem: root.issue({ name: 'x' }).key + a, are: [a] },
])
	test(`authorities: ${title}`, (t) => t.deepEqual(authoritiesIn(pem), are))

test('a set has one text and one name in whatever order and lines it comes', (t) => {
	t.is(unionOf(a, b), unionOf(b, `${a}${b}`, ''))
	t.is(unionOf(a, b), unionOf(`${b}${oneLine(a)}`))
	t.deepEqual(authoritiesIn(unionOf(a, b)).toSorted(), [a, b].toSorted())
	t.is(unionOf(), '')
	t.is(printOf(a + b), printOf(b + oneLine(a) + b))
	t.not(printOf(a), printOf(b))
	t.not(printOf(a), printOf(a + b))
	t.not(printOf(a), printOf(a + broken))
	t.regex(printOf(a), /^[0-9a-f]{16}$/)
})

test('a certificate has the fingerprint that others give it', (t) => {
	t.is(fingerprintOf(a), new X509Certificate(a).fingerprint256.replaceAll(':', '').toLowerCase())
	t.deepEqual(certificatesIn(new X509Certificate(a).toString()), [a])
})

for (const { title, bundle, within, is } of [
	{ title: 'one in itself', bundle: a, within: a, is: true },
	{ title: 'one in two', bundle: a, within: b + oneLine(a), is: true },
	{ title: 'two in one', bundle: a + b, within: a, is: false },
	{ title: 'one that cannot be read in others', bundle: a + broken, within: a, is: false },
	{ title: 'nobody in nobody', bundle: '', within: '', is: true },
	{ title: 'one in nobody', bundle: a, within: '', is: false },
])
	test(`within: ${title}`, (t) => t.is(isWithin(bundle, within), is))

const leafOf = (authority: Authority) => authority.issue({ name: 'leaf' }).certificate
const chained = leafOf(below) + below.certificate + between.certificate

const signer = newKeys()
const asIf = (isAuthority: boolean) =>
	certify(
		{ subject: { name: 'signer' }, publicKey: signer.publicKey, validity: validFor(day), isAuthority },
		{ subject: { name: 'signer' }, key: signer.privateKey },
	)
const signed = certify(
	{ subject: { name: 'leaf' }, publicKey: newKeys().publicKey, validity: validFor(day), isAuthority: false },
	{ subject: { name: 'signer' }, key: signer.privateKey },
)

for (const { title, certificate, bundle, is } of [
	{ title: 'of its authority', certificate: leafOf(root), bundle: a, is: true },
	{ title: 'of one among others', certificate: leafOf(root), bundle: b + a + broken, is: true },
	{ title: 'of an authority with RSA', certificate: leafOf(rsa), bundle: rsa.certificate, is: true },
	{ title: 'of another authority', certificate: leafOf(root), bundle: b, is: false },
	{
		title: 'of another of the same name',
		certificate: leafOf(root),
		bundle: sameName.certificate,
		is: false,
	},
	{
		title: 'of either of the same name',
		certificate: leafOf(root),
		bundle: sameName.certificate + a,
		is: true,
	},
	{
		title: 'of the old key in a new certificate',
		certificate: leafOf(renewed()),
		bundle: renewed().certificate,
		is: true,
	},
	{ title: 'over two between', certificate: chained, bundle: a, is: true },
	{
		title: 'over two between in the other order',
		certificate: leafOf(below) + between.certificate + below.certificate,
		bundle: a,
		is: true,
	},
	{ title: 'over two between and the root beside', certificate: chained + a, bundle: a, is: true },
	{
		title: 'over one between that is missing',
		certificate: leafOf(below) + below.certificate,
		bundle: a,
		is: false,
	},
	{
		title: 'with those between in the bundle',
		certificate: leafOf(below),
		bundle: between.certificate + below.certificate,
		is: true,
	},
	{
		title: 'to an authority that signs for another',
		certificate: chained,
		bundle: between.certificate,
		is: true,
	},
	{ title: 'to a root that only comes with it', certificate: leafOf(root) + a, bundle: b, is: false },
	{ title: 'of one that has ended', certificate: leafOf(ended), bundle: ended.certificate, is: false },
	{
		title: 'of one beside one that has ended',
		certificate: leafOf(root),
		bundle: ended.certificate + a,
		is: true,
	},
	{ title: 'of one that is an authority', certificate: signed, bundle: asIf(true), is: true },
	{ title: 'of one that is none', certificate: signed, bundle: asIf(false), is: false },
	{ title: 'of itself, trusted by name', certificate: asIf(false), bundle: b + asIf(false), is: false },
	{ title: 'of nobody', certificate: leafOf(root), bundle: '', is: false },
	{ title: 'that cannot be read', certificate: broken, bundle: a, is: false },
	{ title: 'that is not there', certificate: '', bundle: a, is: false },
])
	test(`a certificate ${title} ${is ? 'leads' : 'does not lead'} there`, (t) =>
		t.is(verifies(certificate, bundle), is))

test('a certificate that signed itself leads to itself where it is trusted', (t) => {
	const own = asIf(false)
	t.true(verifies(own, b + own))
	t.false(verifies(leafOf(root), b + leafOf(root)))
})

test('whether an issuer is valid is asked for a time', (t) => {
	const { certificate } = ended
	t.true(verifies(leafOf(ended), certificate, Date.now() - 10 * day))
	t.false(verifies(leafOf(ended), certificate, Date.now() - 100 * day))
})

test('many that sign each other in a ring are followed once', (t) => {
	const keys = newKeys()
	const first = new Authority('ring', undefined, { keys })
	const ring = Array.from({ length: 30 }, () => new Authority('ring', undefined, { keys }))
	const pem = ring.map(({ certificate }) => certificate).join('')
	t.false(verifies(leafOf(first) + pem, a))
	t.true(verifies(leafOf(first) + pem, a + pem))
})
