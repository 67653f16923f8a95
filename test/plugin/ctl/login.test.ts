// Etcd's own authentication: who logs in sees what they may, and who does not is told what to do.
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import { etcdctl, ours } from './both.ts'

const root = { username: 'root', password: 'secret' }
const reader = { username: 'reader', password: 'secret' }

everyMinor('logs in by credentials, and says so when there are none', async (t, etcd) => {
	const seed = await born(t, etcd)
	const off = await ours(seed, ['put', 'p/1', 'one'], { credentials: root })
	t.is(off.code, 0, 'where authentication is off nobody needs to be known')
	for (const words of [
		['user', 'add', 'root:secret'],
		['user', 'add', 'reader:secret'],
		['role', 'add', 'root'],
		['role', 'add', 'some'],
		['user', 'grant-role', 'root', 'root'],
		['user', 'grant-role', 'reader', 'some'],
		['role', 'grant-permission', 'some', 'read', 'p/', '--prefix'],
		['role', 'grant-permission', 'some', 'write', 'one'],
		['role', 'grant-permission', 'some', 'readwrite', 'a', 'c'],
		['role', 'grant-permission', 'some', 'readwrite', 'x', '--from-key'],
		['auth', 'enable'],
	])
		t.is((await etcdctl(seed, words)).code, 0, words.join(' '))

	for (const line of [
		'user list',
		'user get reader',
		'user get reader --detail',
		'user get nobody',
		'role list',
	].concat(['role get some', 'role get root', 'get p/ --prefix', 'member list']))
		for (const format of ['simple', 'json', 'fields']) {
			// Etcdctl shows no users as fields.
			if (format === 'fields' && line.startsWith('user')) continue
			const words = [...line.split(' '), '-w', format]
			const their = await etcdctl(seed, ['--user=root:secret', ...words])
			const our = await ours(seed, words, { credentials: root })
			t.is(our.out.toString(), their.out.toString(), words.join(' '))
			t.is(our.code === 0, their.code === 0, `${words.join(' ')}: ${our.err}${their.err}`)
		}

	const stranger = await ours(seed, ['get', 'p/1'])
	t.is(stranger.code, 1)
	t.regex(stranger.err, /^error: etcd authentication is enabled\n[^]*--credentials-secret=NAME/)
	const wrong = await ours(seed, ['get', 'p/1'], { credentials: { ...root, password: 'other' } })
	t.is(wrong.code, 1)
	t.regex(wrong.err, /knows no such user, or the password is another/)
	const denied = await ours(seed, ['put', 'p/1', 'two'], { credentials: reader })
	t.is(denied.code, 1)
	t.regex(denied.err, /permits this user no such thing/)
	t.is((await ours(seed, ['get', 'p/1'], { credentials: reader })).out.toString(), 'p/1\none\n')

	const leaving = new AbortController()
	const seen = new Promise<string>((resolve) => {
		void ours(seed, ['watch', 'p/', '--prefix', '--rev=1'], {
			credentials: reader,
			signal: leaving.signal,
			onOut: (piece) => resolve(piece.toString()),
		})
	})
	t.is(await seen, 'PUT\np/1\none\n')
	leaving.abort()
	const unseen = await ours(seed, ['watch', 'q'], { credentials: reader })
	t.is(unseen.code, 1)
	t.regex(unseen.err, /permission denied/)
})
