// The examples that AWS publishes for Signature Version 4 of S3.
import test from 'ava'
import { encoded } from '../../store/encode.ts'
import { sha256, signed } from '../../store/s3/sign.ts'

const keys = {
	accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
	secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
}
const where = { region: 'us-east-1', service: 's3' }
const now = Date.parse('2013-05-24T00:00:00Z')

const rows = [
	{
		what: 'a part of an object',
		method: 'GET',
		path: '/test.txt',
		headers: { range: 'bytes=0-9' },
		body: '',
		signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
	},
	{
		what: 'an object with a name that must be encoded',
		method: 'PUT',
		path: `/${encoded('test$file.text')}`,
		headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
		body: 'Welcome to Amazon S3.',
		signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
	},
	{
		what: 'a parameter without a value',
		method: 'GET',
		path: '/?lifecycle',
		headers: {},
		body: '',
		signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
	},
	{
		what: 'a list',
		method: 'GET',
		path: '/?max-keys=2&prefix=J',
		headers: {},
		body: '',
		signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
	},
]

for (const { what, method, path, headers, body, signature } of rows)
	test(`signed: ${what}`, (t) => {
		const url = new URL(path, 'https://examplebucket.s3.amazonaws.com')
		const all = signed({ method, url, headers, bodySha256: sha256(body) }, keys, where, now)
		t.is(/Signature=(\w+)$/.exec(all['authorization'] ?? '')?.[1], signature)
	})

test('the token of credentials that end is signed, too', (t) => {
	const url = new URL('https://examplebucket.s3.amazonaws.com/a')
	const unsigned = { method: 'GET', url, headers: {}, bodySha256: sha256('') }
	const all = signed(unsigned, { ...keys, sessionToken: 'a token' }, where, now)
	t.is(all['x-amz-security-token'], 'a token')
	t.regex(
		all['authorization'] ?? '',
		/SignedHeaders=host;x-amz-content-sha256;x-amz-date;x-amz-security-token,/,
	)
})
