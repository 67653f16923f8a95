// Snapshots that a cluster is to take of itself: what is stored on a real API server, what is refused, and what is waited for.
import test from 'ava'
import { parse } from 'yaml'
import { allOf, says, storeBackup, stored, succeeded, taken, type Stored } from './stored.ts'
import { ground, merge, storeCluster, type Ground } from './support.ts'
import { pathOf } from '../../admission/api.ts'

let on: Ground
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('saving-to')
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

async function own() {
	const namespace = await on.namespace()
	await storeCluster(on, namespace)
	return { namespace, in: ['-n', namespace] as const }
}

const title = (name: string): string => `etcdbackup.etcd.database.coreos.com/${name}`
const store = ['--to', 's3://backups/team-a/orders', '--secret', 'aws'] as const

test('save --to: an EtcdBackup that is taken once, under a name that says when', async (t) => {
	const { namespace, in: at } = await own()
	const line = ['snapshot', 'save', 'orders', ...store, '--endpoint', 'http://minio:9000', '--path-style']
	const { code, out, err } = await on.run([
		...line,
		'--key-secret',
		'seal',
		'--service-account',
		'saver',
		...at,
	])
	t.is(code, 0, err)
	t.regex(out, /^etcdbackup\.etcd\.database\.coreos\.com\/orders-\d{8}-\d{6} created\n$/)
	t.regex(
		err,
		/^orders is saved to s3:\/\/backups\/team-a\/orders by a Job of EtcdBackup orders-\d{8}-\d{6}$/m,
	)
	const [made] = await allOf(on, 'EtcdBackup', namespace)
	t.deepEqual(made?.spec, {
		etcdCluster: { name: 'orders' },
		storageType: 'S3',
		s3: {
			path: 'backups/team-a/orders',
			awsSecret: 'aws',
			endpoint: 'http://minio:9000',
			forcePathStyle: true,
		},
		encryption: { keySecret: 'seal' },
		serviceAccountName: 'saver',
	})
	t.true(made?.metadata.managedFields.some(({ manager }) => manager === 'kubectl-etcd'))
})

test('save --to: dry runs store nothing, and a folder gets the name of the EtcdBackup', async (t) => {
	const { namespace, in: at } = await own()
	const line = ['snapshot', 'save', '--to', 'pvc://snapshots/a/', '--name', 'before-upgrade', ...at]
	t.is((await on.run([...line, '--dry-run'])).out, `${title('before-upgrade')} created (dry run)\n`)
	t.is(
		(await on.run([...line, '--dry-run=server', '--wait'])).out,
		`${title('before-upgrade')} created (server dry run)\n`,
	)
	const client = parse((await on.run([...line, '--dry-run=client', '-o', 'yaml'])).out) as Stored
	t.deepEqual(client.spec, {
		etcdCluster: { name: 'orders' },
		storageType: 'PVC',
		pvc: { claimName: 'snapshots', path: 'a/before-upgrade' },
	})
	t.deepEqual(await allOf(on, 'EtcdBackup', namespace), [])
	t.is((await on.run([...line, '-o', 'name', '--field-manager=ci'])).out, `${title('before-upgrade')}\n`)
	const made = await stored(on, 'EtcdBackup', namespace, 'before-upgrade')
	t.true(made.metadata.managedFields.some(({ manager }) => manager === 'ci'))
	const twice = await on.run(line)
	t.is(twice.code, 1)
	t.regex(twice.err, /etcdbackups\.etcd\.database\.coreos\.com "before-upgrade" already exists/)
})

test('save --to and schedule: what is refused stores nothing', async (t) => {
	const { namespace, in: at } = await own()
	const save = ['snapshot', 'save', 'orders']
	const schedule = ['snapshot', 'schedule', 'orders']
	const cron = ['--cron', '0 */4 * * *']
	const rows: readonly (readonly [line: readonly string[], said: RegExp])[] = [
		[
			[...save, 'orders.db', ...store],
			/"orders\.db" and --to s3:.*: a snapshot goes into a file or a store; write one of them/,
		],
		[[...save, ...store, '--from-member', 'orders-a'], /--from-member: is for a file/],
		[
			[...save, 'orders.db', '--to', 's3://id:word@b/k'],
			/^error: --to: credentials do not belong into a URL; [^:@]*\n$/,
		],
		[[...save, '--secret', 'aws'], /--secret: is for a store; write --to s3:\/\/BUCKET\/KEY as well/],
		[[...save, 'orders.db', '--dry-run'], /--dry-run: is for a store/],
		[[...save, '--to', 'backups/orders'], /--to: "backups\/orders" is no place for snapshots/],
		[[...save, '--to', 's3://backups'], /--to: "s3:\/\/backups" has no key/],
		[[...save, '--to', 'pvc://c/k', '--secret', 'aws'], /--secret: a volume has no credentials/],
		[[...save, ...store, '--name', 'A'], /--name: "A" cannot name an EtcdBackup/],
		[['snapshot', 'save', 'ordrs', ...store], /did you mean "orders"/],
		[[...schedule, ...cron], /--to is missing/],
		[[...schedule, ...store], /--cron is missing/],
		[[...schedule, '--cron', '0 4 * *', ...store], /"0 4 \* \*" is not a cron line: it has 4 fields/],
		[
			[...schedule, '--cron', '0', '*/4', '*', ...store],
			/"\*\/4" is one word too many; write the cron line in quotes/,
		],
		[[...schedule, ...cron, ...store, '--keep', '-1'], /--keep: "-1" is not a whole number of 0 or more/],
		[
			schedule,
			/there is no EtcdBackup "orders" in namespace "own-\d+"\n {2}next {2}kubectl etcd snapshot schedule orders --cron/,
		],
		[['snapshot', 'schedule'], /which schedule\? write the name of an EtcdBackup/],
		[['snapshot', 'schedule', 'nobody', ...cron, ...store], /etcdcluster "nobody" not found/],
	]
	for (const [line, said] of rows) {
		const ran = await on.run([...line, ...at])
		t.is(ran.code, 1, `${line.join(' ')}: ${ran.err}`)
		t.regex(ran.err, said, line.join(' '))
		t.is(ran.out, '', line.join(' '))
	}
	t.deepEqual(await allOf(on, 'EtcdBackup', namespace), [])
})

test('save --to --wait: as the controller says it', async (t) => {
	const { namespace, in: at } = await own()
	const line = (name: string) => ['snapshot', 'save', 'orders', ...store, '--name', name, '--wait', ...at]
	const good = on.start(line('good'))
	await good.said(/waiting for good: the controller has not answered yet/)
	await says(on, 'EtcdBackup', namespace, 'good', {
		conditions: succeeded('Unknown', 'Running', 'a backup is being taken'),
	})
	await good.said(/waiting for good: a backup is being taken/)
	await says(on, 'EtcdBackup', namespace, 'good', {
		last: taken(),
		conditions: succeeded('True', 'Verified', 'it holds all'),
	})
	const saved = await good.ended
	t.like(saved, { code: 0, out: `${title('good')} created\n` }, saved.err)
	t.regex(
		saved.err,
		/^s3:\/\/backups\/team-a\/orders_v1204551_2026-03-01-13:50:11 saved: 391Mi, revision 1,204,551, etcd 3\.6\.11, from orders-c in 10\.0s \(39Mi\/s\), sha256 e161ba9d ok$/m,
	)

	const bad = on.start(line('bad'))
	await bad.said(/waiting for bad/)
	const message = 'the Secret with the credentials of the store, aws, does not exist: create it'
	await says(on, 'EtcdBackup', namespace, 'bad', { conditions: succeeded('False', 'SecretMissing', message) })
	const failed = await bad.ended
	t.is(failed.code, 1)
	t.regex(
		failed.err,
		/^error: bad was not saved: the Secret with the credentials of the store, aws, does not exist: create it$/m,
	)
	t.regex(
		failed.err,
		/next {2}mend that, and it is tried again by itself; to give it up: kubectl delete etcdbackup bad -n own-\d+/,
	)

	const late = await on.run([...line('late'), '--timeout', '1s'])
	t.is(late.code, 124)
	t.regex(late.err, /late is still not saved after 1s: the controller has not answered/)

	const gone = on.start(line('gone'))
	await gone.said(/waiting for gone/)
	await on.api.must('DELETE', pathOf('EtcdBackup', namespace, 'gone'))
	const deleted = await gone.ended
	t.is(deleted.code, 1)
	t.regex(deleted.err, /gone was deleted while it was waited for/)
})

test('schedule: made, shown, changed, and as it was', async (t) => {
	const { namespace, in: at } = await own()
	const line = ['snapshot', 'schedule', 'orders', ...at]
	const all = [...line, '--cron', '0 */4 * * *', '--keep', '24', ...store]
	t.is((await on.run([...all, '--dry-run=server'])).out, `${title('orders')} created (server dry run)\n`)
	t.deepEqual(await allOf(on, 'EtcdBackup', namespace), [])
	const made = await on.run(all)
	t.like(made, { code: 0, out: `${title('orders')} created\n` }, made.err)
	t.regex(
		made.err,
		/^orders: to s3:\/\/backups\/team-a\/orders by 0 \*\/4 \* \* \*, in UTC; keeps the newest 24\nIN +HERE +UTC\n(\S+ +\w{3} \d{4}-\d\d-\d\d \d\d:00 [+-]\d\d:\d\d +\w{3} \d{4}-\d\d-\d\d (00|04|08|12|16|20):00\n){3}/,
	)
	const { spec } = await stored(on, 'EtcdBackup', namespace, 'orders')
	t.like(spec, { etcdCluster: { name: 'orders' }, backupPolicy: { schedule: '0 */4 * * *', maxBackups: 24 } })

	const shown = await on.run(line)
	t.is(shown.code, 0)
	t.regex(
		shown.out,
		/^orders {2}\(own-\d+\) {2}of orders\nWHAT +orders: to s3:.*\nLAST +none was proved yet\nSTATE +the controller has not answered.*\nNEXT +IN /,
	)
	t.is((await on.run([...line, '-o', 'name'])).out, `${title('orders')}\n`)
	t.like(JSON.parse((await on.run([...line, '-o', 'json'])).out) as object, { kind: 'EtcdBackup' })
	await says(on, 'EtcdBackup', namespace, 'orders', {
		last: taken(),
		conditions: succeeded('True', 'Verified', 'it holds all'),
	})
	t.regex(
		(await on.run(line)).out,
		/LAST +\S+ ago, 391Mi, revision 1,204,551, s3:\/\/backups\/team-a\/orders_v1204551_\S+, 3 there\nNEXT/,
	)

	t.like(await on.run(all), { code: 0, out: `${title('orders')} unchanged\n` })
	t.is((await on.run([...all, '--error-unchanged'])).code, 3)
	const unasked = await on.run([...line, '--keep', '6'])
	t.is(unasked.code, 8)
	t.regex(unasked.err, /refusing to let all but the newest 6 snapshots of orders be removed without a yes/)
	t.like(await stored(on, 'EtcdBackup', namespace, 'orders'), { metadata: { generation: 1 } })
	const less = await on.run([...line, '--keep', '6', '--cron', '@daily', '-y'])
	t.like(less, { code: 0, out: `${title('orders')} scheduled\n` }, less.err)
	t.regex(
		less.err,
		/^before {2}orders: .*the newest 24\nthe next that is taken removes all but the newest 6\n/m,
	)
	t.regex(less.err, /^now {5}orders: .* by @daily, in UTC; keeps the newest 6\nIN /m)
	const after = await stored(on, 'EtcdBackup', namespace, 'orders')
	t.like(after.spec, { backupPolicy: { schedule: '@daily', maxBackups: 6 }, s3: { awsSecret: 'aws' } })
})

test('schedule: another cluster’s is never taken for one’s own, and what others keep is theirs', async (t) => {
	const { namespace, in: at } = await own()
	const s3 = { path: 'backups/flags', awsSecret: 'aws' }
	const spec = { etcdCluster: { name: 'flags' }, storageType: 'S3', s3, backupPolicy: { schedule: '@daily' } }
	await storeBackup(on, namespace, 'orders', spec)
	await storeBackup(on, namespace, 'nightly', spec)
	const others = await on.run(['snapshot', 'schedule', 'orders', '--cron', '@hourly', ...at])
	t.is(others.code, 1)
	t.regex(
		others.err,
		/EtcdBackup orders is of cluster flags, and not of orders; write another one’s name as --name/,
	)
	// By its own name it is changed whoever’s it is.
	t.is((await on.run(['snapshot', 'schedule', 'nightly', '--cron', '@hourly', ...at])).code, 0)
	const theirs = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdBackup',
		metadata: { name: 'nightly', namespace },
		spec: { backupPolicy: { schedule: '@hourly' } },
	}
	const path = pathOf('EtcdBackup', namespace, 'nightly')
	await on.api.must(
		'PATCH',
		`${path}?fieldManager=argocd-controller&force=true`,
		theirs,
		'application/apply-patch+yaml',
	)
	const kept = await on.run(['snapshot', 'schedule', 'nightly', '--cron', '@weekly', ...at])
	t.is(kept.code, 1)
	t.regex(
		kept.err,
		/spec\.backupPolicy is managed by "argocd-controller"; change it in Git or add --force-conflicts/,
	)
	t.is(
		(await on.run(['snapshot', 'schedule', 'nightly', '--cron', '@weekly', '--force-conflicts', ...at])).code,
		0,
	)
	// A word that is nearly one is answered with it.
	t.regex((await on.run(['snapshot', 'schedule', 'nightyl', ...at])).err, /did you mean "nightly"/)
	await on.api.must('PATCH', path, { spec: { backupPolicy: null } }, merge)
	const once = await on.run(['snapshot', 'schedule', 'nightly', '--keep', '3', ...at])
	t.regex(once.err, /--cron is missing: EtcdBackup nightly is taken once/)
})
