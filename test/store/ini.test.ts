// Credentials as people have had them in secrets since 2018.
import test from 'ava'
import { keysIn, profilesIn } from '../../store/s3/ini.ts'

const credentials = `
# of the backups
[default]
aws_access_key_id = AKIA1
aws_secret_access_key=wJalr/XUtn=FEMI+K7
[other]
aws_access_key_id = AKIA2
`
const config = '[default]\r\nregion = eu-central-1\r\noutput = json\r\n'

test('both files', (t) => {
	t.deepEqual(keysIn({ credentials, config }), {
		accessKeyId: 'AKIA1',
		secretAccessKey: 'wJalr/XUtn=FEMI+K7',
		sessionToken: undefined,
		region: 'eu-central-1',
	})
})

test('how sections and values may be written', (t) => {
	const text = '[profile  a]\nRegion=one ; why\n  s3 = \n    region = no\n["b"]\nx=1 # two\ny=a#b\n[a]\nz='
	t.deepEqual(
		[...profilesIn(text)],
		[
			['a', { region: 'one', z: '' }],
			['b', { x: '1', y: 'a#b' }],
		],
	)
})

test('the region may stand beside the keys, and a token is taken', (t) => {
	const text = '[default]\naws_access_key_id=a\naws_secret_access_key=b\naws_session_token=c\nregion=d'
	t.deepEqual(keysIn({ credentials: text }), {
		accessKeyId: 'a',
		secretAccessKey: 'b',
		sessionToken: 'c',
		region: 'd',
	})
})

const rows: readonly (readonly [files: Parameters<typeof keysIn>[0], says: RegExp])[] = [
	[{}, /^has no key credentials: write one/],
	[{ credentials: '' }, /^has no section \[default\] in credentials/],
	[{ credentials: '[default]\n' }, /^has no aws_access_key_id/],
	[{ credentials: '[default]\naws_access_key_id=a\n' }, /^has no aws_secret_access_key/],
]
for (const [files, says] of rows)
	test(`missing: ${JSON.stringify(files)}`, (t) => {
		const told = keysIn(files)
		t.true(typeof told === 'string' && says.test(told), JSON.stringify(told))
	})
