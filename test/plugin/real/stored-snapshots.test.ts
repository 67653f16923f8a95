// What EtcdBackups say of their snapshots by themselves, against an API server with a row of them.
import test from 'ava'
import type { BackupStatus } from '../../../api/schema/backup.ts'
import { placed, podsIn, storeBackup } from './backups.ts'
import { ground, type Ground } from './support.ts'

let on: Ground
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('stored-snapshots')
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()

const last = (hours: number) => ({
	object: 'orders_v1204551_2026-03-01-14:02:11',
	location: 's3://mybucket/orders_v1204551_2026-03-01-14:02:11',
	bytes: 410_000_000,
	revision: '1204551',
	takenAt: ago(hours),
	verifiedAt: ago(hours),
	kept: 7,
})

test('ls: a row for each EtcdBackup, and who is not fresh; no pod is made for it', async (t) => {
	const namespace = await on.namespace()
	const schedule = { backupPolicy: { schedule: '0 */6 * * *', maxBackups: 7 } }
	const conditions = [
		{ type: 'Fresh', status: 'False', reason: 'BackupStale', message: 'more than one was due since' },
		{ type: 'Succeeded', status: 'False', reason: 'store-denied', message: 'the store said no' },
	] as BackupStatus['conditions'] & object
	await storeBackup(on, namespace, 'fine', schedule, { last: last(1), nextRun: ago(-2) })
	await storeBackup(
		on,
		namespace,
		'late',
		{ ...schedule, etcdCluster: { name: 'flags' } },
		{
			last: last(30),
			lastRun: { job: 'late-1', result: 'Failed' },
			conditions,
		},
	)
	const listed = await on.run(['snapshot', 'ls', '-n', namespace])
	t.is(listed.code, 0, listed.err)
	const [titles = '', fine = '', late = ''] = listed.out.split('\n')
	t.is(titles.replaceAll(/ +/g, ' '), 'NAME CLUSTER STORE SCHEDULE LAST SIZE REVISION VERIFIED KEPT NEXT')
	t.regex(
		fine.replaceAll(/ {2,}/g, ' '),
		/^fine orders S3:mybucket\/orders 0 \*\/6 \* \* \* 6\dm 391Mi 1,204,551 True 7 in 11\dm$/,
	)
	t.regex(late, /^late +flags .* 30h ! +391Mi/)
	t.regex(
		listed.err,
		new RegExp(
			`^! ${namespace}/late is not fresh: its newest is 30h old.*\n {4}why {3}the store said no\n {4}next {2}kubectl logs -n ${namespace} job/late-1\n$`,
		),
	)
	const of = await on.run(['snapshot', 'ls', '-n', namespace, '--of', 'orders', '-o', 'name'])
	t.is(of.out, 'etcdbackup.etcd.database.coreos.com/fine\n')
	const document = JSON.parse((await on.run(['snapshot', 'ls', '-A', '-o', 'json'])).out) as {
		readonly backups: readonly {
			readonly namespace: string
			readonly name: string
			readonly isFresh: boolean
		}[]
	}
	t.deepEqual(
		document.backups.filter((one) => one.namespace === namespace).map(({ name, isFresh }) => [name, isFresh]),
		[
			['fine', true],
			['late', false],
		],
	)
	t.regex((await on.run(['snapshot', 'list', '-A', '--ascii'])).out, /^NAMESPACE +NAME /)
	t.deepEqual(await podsIn(on, namespace), [])
	// Who types waits a second at most, which on a busy machine may not be enough at first.
	let completed = ''
	for (let time = 0; time < 10 && !completed.startsWith('fine'); time++)
		completed = (await on.run(['__complete', '-n', namespace, 'snapshot', 'show', ''])).out
	t.is(completed, 'fine\nlate\n:4\n')
})

test('what cannot be meant is one sentence, and no pod is made', async (t) => {
	const namespace = await placed(on)
	const said = async (...line: readonly string[]): Promise<string> => {
		const { code, out, err } = await on.run(['snapshot', ...line, '-n', namespace])
		t.deepEqual([code, out], [1, ''], line.join(' '))
		return err
	}
	t.regex(
		await said('ls', 'nightyl'),
		/^error: there is no EtcdBackup "nightyl" in namespace ".*"\n {2}next {2}did you mean "nightly"\?\n$/,
	)
	t.regex(
		await said('ls', 'nightly', '-A'),
		/^error: --all-namespaces chooses among EtcdBackups, and nightly is one/,
	)
	t.regex(
		await said('show'),
		/^error: it is not said of which EtcdBackup\n {2}next {2}kubectl etcd snapshot show BACKUP/,
	)
	t.regex(await said('download', 'a/b/c'), /^error: "a\/b\/c" names no EtcdBackup/)
	t.regex(
		await said('show', 'nightly'),
		/^error: it is not known which image the pod that reads the store shall run\n {2}why {3}there is no deployment kubectl-etcd-controller in namespace kubectl-etcd.*\n {2}next {2}name the one that the operator runs: --image IMAGE\n$/,
	)
	t.deepEqual(await podsIn(on, namespace), [])
	const nothing = await on.run(['snapshot', 'ls', '-n', await on.namespace()])
	t.regex(nothing.err, /^No EtcdBackups found in /)
})
