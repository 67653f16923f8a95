// Restores as they are asked for, on a real API server: what is stored, what is refused, and what is waited for.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import { pathOf } from '../../admission/api.ts'
import { allOf, newest, s3, savedCluster, storeBackup } from './stored.ts'
import { ground, merge, wellStatus, type Ground } from './support.ts'
import { clusterTitle } from './titles.ts'

let on: Ground
let dir: string
test.before(async (t) => {
	t.timeout(300_000)
	dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-restore-'))
	on = await ground('restore')
})
test.after.always(async () => {
	await on?.[Symbol.asyncDispose]()
	await rm(dir, { recursive: true, force: true })
})

const own = async () => await savedCluster(on)

interface Made {
	readonly spec: { readonly version: string; readonly size: number; readonly bootstrap: object }
}

const clusterNamed = async (namespace: string, name: string): Promise<Made> =>
	(await on.api.must('GET', pathOf('EtcdCluster', namespace, name))) as unknown as Made

test('a new cluster: of the newest, with its store, its secrets and its etcd', async (t) => {
	const { namespace, in: at } = await own()
	const line = ['restore', 'orders-2', '--from', 'nightly', ...at]
	const { code, out, err } = await on.run([...line, '--replicas', '5', '--quota', '4Gi'])
	t.is(code, 0, err)
	t.is(out, `${clusterTitle('orders-2')} created\n`)
	t.regex(err, /^orders-2 begins with s3:\/\/backups\/team-a\/orders_v1204551_\S+, of EtcdBackup nightly$/m)
	const { spec } = await clusterNamed(namespace, 'orders-2')
	t.like(spec, { version: '3.6.11', size: 5, quotaBackendBytes: '4Gi' })
	t.deepEqual(spec.bootstrap, {
		snapshot: { storageType: 'S3', s3: newest, encryption: { keySecret: 'seal' } },
	})
	const named = await on.run([
		'restore',
		'orders-3',
		'--from',
		'nightly/orders_v7_x',
		'--version',
		'3.7.3',
		...at,
	])
	t.is(named.code, 0, named.err)
	const third = await clusterNamed(namespace, 'orders-3')
	t.is(third.spec.version, '3.7.3')
	t.like(third.spec.bootstrap, { snapshot: { s3: { path: 'backups/team-a/orders_v7_x', awsSecret: 'aws' } } })
})

test('a new cluster: of a URL, dry, and as a manifest without any cluster', async (t) => {
	const { namespace, in: at } = await own()
	const line = [
		'restore',
		'flags',
		'--from',
		'pvc://snapshots/flags',
		'--key-secret',
		'seal',
		'--storage',
		'none',
	]
	t.is(
		(await on.run([...line, '--dry-run=server', ...at])).out,
		`${clusterTitle('flags')} created (server dry run)\n`,
	)
	const manifest = await on.run([...line, '--dry-run=client', '-o', 'yaml'], { as: '/nowhere' })
	t.is(manifest.code, 0, manifest.err)
	t.regex(manifest.out, /# What it begins with; read once, at its birth\.\n {2}bootstrap:/)
	const bootstrap = {
		snapshot: {
			storageType: 'PVC',
			pvc: { claimName: 'snapshots', path: 'flags' },
			encryption: { keySecret: 'seal' },
		},
	}
	t.like(parse(manifest.out) as object, { spec: { bootstrap } })
	t.is((await on.api.ask('GET', pathOf('EtcdCluster', namespace, 'flags'))).status, 404)
	t.like(await on.run([...line, '-o', 'name', ...at]), { code: 0, out: `${clusterTitle('flags')}\n` })
	t.deepEqual((await clusterNamed(namespace, 'flags')).spec.bootstrap, bootstrap)
})

test('a plan changes nothing, and has the line that carries it out', async (t) => {
	const { namespace, path, in: at } = await own()
	const line = ['restore', 'orders-2', '--from', 'nightly', '--replicas', '1', '--plan', ...at]
	const { code, out, err } = await on.run(line)
	t.is(code, 0, err)
	t.regex(
		out,
		/^orders-2 {2}\(own-\d+\) {2}begins with a snapshot, as a new cluster\nSNAPSHOT s3:.* of EtcdBackup nightly\n +taken \S+ ago .*, revision 1,204,551, 391Mi, etcd 3\.6\.11, from orders-c\n +read with Secret aws and the key in Secret seal\nLIVE {5}orders does not say how far it is: .*\nCLUSTER {2}1 member of etcd 3\.6\.11, a volume of 10Gi each\nSTEPS {4}1 {2}the first member/,
	)
	t.regex(
		err,
		new RegExp(
			`Nothing was changed\\.\nTo carry it out: {2}kubectl etcd restore orders-2 -n ${namespace} --from nightly --replicas 1\n$`,
		),
	)
	const document = JSON.parse((await on.run([...line, '-o', 'json'])).out) as object
	t.like(document, { kind: 'EtcdRestorePlan', inPlace: false, live: { is: 'silent' }, version: '3.6.11' })
	await on.api.must('DELETE', path)
	t.regex((await on.run(line)).out, /^LIVE +orders, of which it was taken, is not there$/m)
	const inPlace = await on.run(['restore', 'orders', '--in-place', '--from', 'nightly', '--plan', ...at])
	t.is(inPlace.code, 1)
	t.regex(inPlace.err, /etcdcluster "orders" not found/)
	t.is((await allOf(on, 'EtcdRestore', namespace)).length, 0)
	t.is((await on.api.ask('GET', pathOf('EtcdCluster', namespace, 'orders-2'))).status, 404)
})

test('what is refused makes nothing, and says what to write instead', async (t) => {
	const { namespace, in: at } = await own()
	await storeBackup(on, namespace, 'fresh', { etcdCluster: { name: 'orders' }, storageType: 'S3', s3 })
	const file = join(dir, 'orders')
	await writeFile(file, 'x')
	const from = ['--from', 'nightly']
	const rows: readonly (readonly [line: readonly string[], code: number, said: RegExp])[] = [
		[
			['orders', ...from],
			7,
			/etcdcluster "orders" is there already in namespace "own-\d+"; it was left as it is\n {2}next {2}restore beside it, under another name: {3}kubectl etcd restore orders-restored -n own-\d+ --from nightly\n +or see what giving it up would lose: {3}kubectl etcd restore orders -n own-\d+ --from nightly --in-place --plan/,
		],
		[
			['orders-2', ...from, '--version', '3.5.35'],
			7,
			/was written by etcd 3\.6\.11, and 3\.5 may not understand it[^]*next {2}--version 3\.6\.11, or leave it out/,
		],
		[
			['orders-2', '--from', 's3://b/k', '--version', '3.4.45'],
			1,
			/--version: 3\.4\.45 has no tool that restores a snapshot/,
		],
		[['orders-2', ...from, '--replicas', '2'], 1, /--replicas: 2 is even/],
		[['orders-2', ...from, '--secret', 'other'], 1, /--secret: is as EtcdBackup nightly has it/],
		[['orders-2', ...from, '--confirm', 'orders-2'], 1, /--confirm: is for --in-place/],
		[['orders-2', '--from', 'nightyl'], 1, /there is no EtcdBackup "nightyl"[^]*did you mean "nightly"/],
		[['orders-2', '--from', 'fresh'], 1, /EtcdBackup fresh has no snapshot that was proved/],
		[['orders-2', '--from', 'nightly/flags_v1'], 1, /"flags_v1" is no snapshot of EtcdBackup nightly/],
		[['orders-2', '--from', 's3://b/folder/'], 1, /names a folder/],
		[
			['orders-2', '--from', file],
			1,
			/is a file of this machine[^]*next {2}bring it there with its FILE\.manifest\.json[^]*pvc:\/\/CLAIM\/PATH/,
		],
		[['orders-2', '--from', 'orders.db'], 1, /orders\.db is a file of this machine/],
		[['orders-2'], 1, /--from is missing: of which snapshot\?/],
		[[], 1, /it is not said which cluster shall come of it/],
		[['a', 'b', ...from], 1, /"b" is one name too many/],
		[
			['orders', '--in-place', ...from],
			7,
			/not restoring orders without its name and its id once more: what it holds is given up\n {2}why .*\n {2}next {2}kubectl etcd restore orders -n own-\d+ --from nightly --in-place --confirm=orders\/c1/,
		],
		[['orders', '--in-place', ...from, '--confirm=order'], 7, /--confirm: "order" is not "orders\/c1"/],
		[
			['orders', '--in-place', ...from, '--replicas', '5', '--confirm=orders'],
			1,
			/--replicas: is how a new cluster shall be/,
		],
		[['nobody', '--in-place', ...from], 1, /etcdcluster "nobody" not found/],
	]
	for (const [line, code, said] of rows) {
		const ran = await on.run(['restore', ...line, ...at])
		t.is(ran.code, code, `${line.join(' ')}: ${ran.err}`)
		t.regex(ran.err, said, line.join(' '))
		t.is(ran.out, '', line.join(' '))
	}
	t.is((await allOf(on, 'EtcdRestore', namespace)).length, 0)
	const { items } = (await on.api.must('GET', pathOf('EtcdCluster', namespace))) as {
		items: readonly unknown[]
	}
	t.is(items.length, 1)
})

test('a file whose name could be an EtcdBackup’s is told to be one where no EtcdBackup is called so', async (t) => {
	const { in: at } = await own()
	const by = [
		'/bin/sh',
		'-c',
		'cd "$0" && exec "$@"',
		dir,
		process.execPath,
		join(import.meta.dirname, '../../../plugin/main.ts'),
	]
	await writeFile(join(dir, 'yesterday'), 'x')
	const { code, err } = await on.run(['restore', 'orders-2', '--from', 'yesterday', ...at], { by })
	t.is(code, 1)
	t.regex(err, /--from: yesterday is a file of this machine/)
})

test('a new cluster is waited for until it is healthy', async (t) => {
	const { namespace, in: at } = await own()
	const waiting = on.start(['restore', 'orders-2', '--from', 'nightly', '--wait', ...at])
	await waiting.said(/waiting for orders-2 to be healthy/)
	const path = `${pathOf('EtcdCluster', namespace, 'orders-2')}/status`
	await on.api.must('PATCH', path, { status: wellStatus('3.6.11') }, merge)
	const { code, err } = await waiting.ended
	t.is(code, 0, err)
	t.regex(err, /^orders-2: healthy, 3\/3 ready$/m)
})

test('who may not read members sees the rest of the plan', async (t) => {
	const { namespace, in: at } = await own()
	const printed = await on.run(['rbac', '--for', 'restore', '--minimal', ...at])
	const as = await on.account(namespace, printed.out)
	const { code, out } = await on.run(['restore', 'orders-2', '--from', 'nightly', '--plan', ...at], { as })
	t.is(code, 0)
	t.regex(out, /^LIVE +orders does not say how far it is: /m)
	t.regex(out, /^CLUSTER +3 members/m)
})
