// Variables for shells, taken by real ones, and certificates that nobody else reads.
import { execFileSync } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { exportsFor } from '../../../plugin/env/exports.ts'
import { clean, write } from '../../../plugin/env/folder.ts'

const odd = `it's "odd" $HOME \\ \`x\` !`

test('a shell takes a value as it is', (t) => {
	const script = `${exportsFor('sh', [['ETCDCTL_CERT', odd]])}printf %s "$ETCDCTL_CERT"`
	t.is(execFileSync('sh', ['-c', script], { encoding: 'utf8' }), odd)
})

test('fish and powershell have their own forms', (t) => {
	t.is(exportsFor('fish', [['A', odd]]), `set -gx A 'it\\'s "odd" $HOME \\\\ \`x\` !'\n`)
	t.is(exportsFor('powershell', [['A', "it's"]]), "$env:A = 'it''s'\n")
})

test('a value of two lines is refused', (t) => {
	t.throws(() => exportsFor('sh', [['A', 'one\ntwo']]), { message: /more than one line/ })
})

test('certificates are for their owner alone, and are removed with their folder and nothing else', async (t) => {
	const root = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	t.teardown(async () => await rm(root, { recursive: true, force: true }))
	const orders = { namespace: 'team-a', name: 'orders' }
	const { folder, key, cert, ca } = await write(root, orders, {
		ca: 'an authority',
		cert: 'a certificate',
		key: 'a key',
	})
	t.is((await stat(folder)).mode & 0o777, 0o700)
	t.is((await stat(key)).mode & 0o777, 0o600)
	t.deepEqual(await Promise.all([ca, cert, key].map(async (path) => await readFile(path, 'utf8'))), [
		'an authority',
		'a certificate',
		'a key',
	])
	const other = await write(root, { namespace: 'team-a', name: 'orders-2' }, { ca: '', cert: '', key: '' })
	const elsewhere = await mkdtemp(join(root, 'mine-'))
	await symlink(elsewhere, join(root, 'kubectl-etcd-env-team-a.orders-abc123'))
	t.deepEqual(await clean(root, orders), [folder])
	await t.throwsAsync(async () => await stat(folder), { code: 'ENOENT' })
	t.true((await stat(other.folder)).isDirectory())
	t.true((await stat(elsewhere)).isDirectory())
	t.deepEqual(await clean(root, orders), [])
})
