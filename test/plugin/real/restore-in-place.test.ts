// Clusters that are given up for a snapshot, as that is asked for on a real API server.
import test from 'ava'
import { allOf, newest, savedCluster, says, type Stored } from './stored.ts'
import { ground, merge, type Ground } from './support.ts'

let on: Ground
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('in-place')
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

const own = async (version?: string) => await savedCluster(on, version)

test('in place: an EtcdRestore that names what is given up by its id, once its name was said again', async (t) => {
	const { namespace, in: at } = await own()
	const line = ['restore', 'orders', '--in-place', '--from', 'nightly', ...at]
	const title = /^etcdrestore\.etcd\.database\.coreos\.com\/orders-\d{8}-\d{6} created/
	for (const where of ['client', 'server']) {
		const dry = await on.run([...line, `--dry-run=${where}`])
		t.is(dry.code, 0, dry.err)
		t.regex(dry.out, title)
	}
	t.is((await allOf(on, 'EtcdRestore', namespace)).length, 0)
	// Its name alone would give up whatever is there when the line is run again.
	for (const [confirm, told] of [
		[
			'orders',
			/"orders" does not say which: .*; write orders\/c1\n[^]*next {2}kubectl etcd restore orders .*--confirm=orders\/c1\n/,
		],
		[
			'orders/c0',
			/"orders\/c0" is another cluster than orders is now, which is orders\/c1[^]*next {2}kubectl etcd restore orders .*--plan\n/,
		],
	] as const) {
		const refused = await on.run([...line, `--confirm=${confirm}`])
		t.is(refused.code, 7)
		t.regex(refused.err, told)
	}
	t.is((await allOf(on, 'EtcdRestore', namespace)).length, 0)
	const { code, out, err } = await on.run([...line, '--confirm=orders/c1'])
	t.is(code, 0, err)
	t.regex(out, title)
	t.regex(
		err,
		/^orders {2}\(own-\d+\) {2}is given up for a snapshot\n[^]*^KEPT {5}the volumes orders-a, orders-b, orders-c, until/m,
	)
	const [made] = await allOf(on, 'EtcdRestore', namespace)
	t.deepEqual(made?.spec, {
		etcdCluster: { name: 'orders' },
		backupStorageType: 'S3',
		s3: newest,
		encryption: { keySecret: 'seal' },
		confirm: 'c1',
	} as Stored['spec'])
})

test('in place: what the operator would not do is refused before', async (t) => {
	const line = ['restore', 'orders', '--in-place', '--from', 'nightly', '--confirm=orders/c1']
	const early = await own('3.4.45')
	const floor = await on.run([...line, ...early.in])
	t.is(floor.code, 7, floor.err)
	t.regex(floor.err, /not restoring orders: etcd 3\.4\.45 has no tool that restores a snapshot/)
	const later = await own('3.5.35')
	t.is((await on.run([...line, ...later.in])).code, 7)
	const paused = await own()
	await on.api.must('PATCH', paused.path, { spec: { paused: true } }, merge)
	const held = await on.run([...line, ...paused.in])
	t.is(held.code, 7)
	t.regex(
		held.err,
		/it is paused, so that the operator changes nothing\n {2}next {2}kubectl etcd resume orders -n own-\d+/,
	)
	for (const { namespace } of [early, later, paused])
		t.is((await allOf(on, 'EtcdRestore', namespace)).length, 0)
})

test('in place --wait: as the controller says it', async (t) => {
	const { namespace } = await own()
	const line = (name: string) =>
		`restore orders --in-place --from nightly --confirm=orders/c1 --wait --name ${name} -n ${namespace}`.split(
			' ',
		)
	const say = async (name: string, phase: string, reason = '') =>
		await says(on, 'EtcdRestore', namespace, name, { phase, reason })
	const good = on.start(line('good'))
	await good.said(/waiting for good: the controller has not answered yet/)
	await say('good', 'Verifying', 'the snapshot is being looked at')
	await good.said(/waiting for good: Verifying: the snapshot is being looked at/)
	await say('good', 'Restoring')
	await good.said(/waiting for good: Restoring$/m)
	await say('good', 'Succeeded')
	const done = await good.ended
	t.is(done.code, 0, done.err)
	t.regex(
		done.err,
		/^orders serves what was in s3:\S+; the others join now: kubectl etcd wait orders -n own-\d+$/m,
	)
	for (const [name, phase, code, said] of [
		[
			'refused',
			'Refused',
			7,
			/error: orders was not restored: it answers\n {2}next {2}nothing of it was touched/,
		],
		[
			'failed',
			'Failed',
			1,
			/error: orders was not restored from s3:\S+: it answers\n {2}next {2}from another snapshot/,
		],
	] as const) {
		const bad = on.start(line(name))
		await bad.said(new RegExp(`waiting for ${name}`))
		await say(name, phase, 'it answers')
		const ended = await bad.ended
		t.is(ended.code, code, ended.err)
		t.regex(ended.err, said)
	}
	const late = await on.run([...line('late'), '--timeout', '1s'])
	t.is(late.code, 124)
	t.regex(
		late.err,
		/late is still not done after 1s: the controller has not answered[^]*kubectl describe etcdrestore late -n own-\d+/,
	)
})
