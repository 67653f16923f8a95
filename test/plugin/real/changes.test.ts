// What commands change, on a real API server with our schema and our webhook.
import test from 'ava'
import { parse } from 'yaml'
import { clusterTitle } from './titles.ts'
import { ground, merge, storeCluster, wellStatus, type Ground } from './support.ts'

let on: Ground
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('changes')
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

interface Stored {
	readonly metadata: {
		readonly resourceVersion: string
		readonly generation: number
		readonly annotations?: Readonly<Record<string, string>>
		readonly managedFields: readonly { readonly manager: string }[]
	}
	readonly spec: {
		readonly size: number
		readonly version: string
		readonly paused?: boolean
		readonly pod: { readonly annotations?: Readonly<Record<string, string>> }
	}
}
const stored = async (path: string): Promise<Stored> => (await on.api.must('GET', path)) as unknown as Stored

async function own(
	...more: Parameters<typeof storeCluster> extends [unknown, unknown, ...infer Rest] ? Rest : never
) {
	const namespace = await on.namespace()
	const path = await storeCluster(on, namespace, ...more)
	return { namespace, path, in: ['-n', namespace] as const }
}

const title = clusterTitle('orders')

test('scale: the change, its sentence and its manager', async (t) => {
	const { path, in: at } = await own()
	const { code, out, err } = await on.run(['scale', 'orders', '--replicas', '5', '--yes', ...at])
	t.is(code, 0, err)
	t.is(out, `${title} scaled\n`)
	t.regex(err, /orders 3 → 5: can lose 1 → 2/)
	const { spec, metadata } = await stored(path)
	t.is(spec.size, 5)
	t.true(metadata.managedFields.some(({ manager }) => manager === 'kubectl-etcd'))
})

test('scale: the only cluster need not be named, and its manager may be', async (t) => {
	const { path, in: at } = await own()
	const line = ['scale', '--replicas=5', '-y', '--field-manager=ci', '-o', 'name', ...at]
	const { code, out, err } = await on.run(line)
	t.is(code, 0, err)
	t.is(out, `${title}\n`)
	t.regex(err, /orders is the only cluster/)
	t.true((await stored(path)).metadata.managedFields.some(({ manager }) => manager === 'ci'))
})

test('scale: of several clusters none is guessed', async (t) => {
	const { path, namespace, in: at } = await own()
	await storeCluster(on, namespace, { name: 'flags' })
	const { code, err } = await on.run(['scale', '--replicas=5', '-y', ...at])
	t.is(code, 1)
	t.is(
		err,
		`error: 2 clusters in ${namespace}: flags, orders\n  next  name one, or use -A where the command takes it\n`,
	)
	t.is((await stored(path)).spec.size, 3)
})

test('what is refused leaves everything as it was', async (t) => {
	const { path, in: at } = await own()
	const before = await stored(path)
	const rows: readonly (readonly [line: readonly string[], code: number, said: RegExp])[] = [
		[['scale', 'orders', '--replicas', '4', '-y'], 1, /--replicas: 4 is even; write 3 or 5/],
		[['scale', 'orders', '--replicas', '0', '-y'], 1, /--replicas: 0 is no size/],
		[['scale', 'orders', '--replicas', 'many'], 1, /--replicas: "many" is not a whole number/],
		[['scale', 'orders'], 1, /--replicas is missing/],
		[['scale', 'orders', '--replicas', '5'], 8, /without a yes\n {2}next {2}add --yes/],
		[
			['scale', 'orders', '--replicas', '1', '-y'],
			8,
			/refusing to scale orders from 3 to 1 without confirmation/,
		],
		[['scale', 'orders', '--replicas', '1', '--confirm=flags'], 8, /"flags" is not "orders"/],
		[['scale', 'orders', '--replicas', '5', '--current-replicas', '1', '-y'], 1, /orders has 3, and not 1/],
		[['scale', 'ordrs', '--replicas', '5', '-y'], 1, /did you mean "orders"/],
		[['upgrade', 'orders', '--to', '3.5.1', '-y'], 1, /3\.5\.1 can lose committed writes/],
		[['upgrade', 'orders', '--to', 'latest', '-y'], 1, /--to: "latest" is not an etcd version/],
		[['upgrade', 'orders', '--to', '3.4.45', '-y'], 7, /not going down/],
		[
			['upgrade', 'orders', '--to', '3.4.45', '-y', '--allow-downgrade'],
			7,
			/goes down from 3\.6 and later only/,
		],
		[['pause', 'orders', '--for', '2h'], 1, /--for: the operator resumes nothing by itself/],
		[
			['members', 'replace', 'orders', 'orders-z', '--confirm=orders-z'],
			1,
			/"orders-z" is no member of orders/,
		],
		[['members', 'replace', 'orders', 'orders-a', '--confirm=orders-a'], 7, /its claim orders-a is gone/],
		[['restart', 'orders', '--member', 'orders-a', '-y'], 1, /orders-a has no pod/],
		[['restart', 'orders'], 8, /refusing to restart orders without a yes/],
	]
	for (const [line, code, said] of rows) {
		const ran = await on.run([...line, ...at])
		t.is(ran.code, code, `${line.join(' ')}: ${ran.err}`)
		t.regex(ran.err, said, line.join(' '))
		t.is(ran.out, '', line.join(' '))
	}
	t.deepEqual(await stored(path), before)
})

test('dry runs: the client’s sends nothing, the server’s is judged, and neither is stored', async (t) => {
	const { path, in: at } = await own()
	const before = await stored(path)
	const line = ['scale', 'orders', '--replicas', '5', ...at]
	t.is((await on.run([...line, '--dry-run'])).out, `${title} scaled (dry run)\n`)
	t.is((await on.run([...line, '--dry-run=server'])).out, `${title} scaled (server dry run)\n`)
	const client = parse((await on.run([...line, '--dry-run=client', '-o', 'yaml'])).out) as Stored
	const server = JSON.parse((await on.run([...line, '--dry-run=server', '-o', 'json'])).out) as Stored
	t.is(client.spec.size, 5)
	t.is(server.spec.size, 5)
	t.is(client.metadata.generation, 1)
	t.is(server.metadata.generation, 2, 'the API server has answered this one')
	t.deepEqual(await stored(path), before)
})

test('unchanged is said, and is 3 where that is asked for', async (t) => {
	const { path, in: at } = await own()
	const before = await stored(path)
	const line = ['scale', 'orders', '--replicas', '3', '-y', ...at]
	t.like(await on.run(line), { code: 0, out: `${title} unchanged\n` })
	t.like(await on.run([...line, '--error-unchanged']), { code: 3, out: `${title} unchanged\n` })
	t.deepEqual(await stored(path), before)
})

test('a field that somebody else applies is theirs until it is forced', async (t) => {
	const { namespace, path, in: at } = await own()
	const theirs = {
		apiVersion: 'etcd.database.coreos.com/v1beta2',
		kind: 'EtcdCluster',
		metadata: { name: 'orders', namespace },
		spec: { size: 3 },
	}
	const apply = async () =>
		await on.api.ask(
			'PATCH',
			`${path}?fieldManager=argocd-controller`,
			theirs,
			'application/apply-patch+yaml',
		)
	t.is((await apply()).status, 200)
	const line = ['scale', 'orders', '--replicas', '5', '-y', ...at]
	const kept = await on.run(line)
	t.is(kept.code, 1)
	t.regex(kept.err, /spec\.size is managed by "argocd-controller"; change it in Git or add --force-conflicts/)
	t.is((await stored(path)).spec.size, 3)
	t.is((await on.run(['pause', 'orders', ...at])).code, 0, 'another field is nobody’s')
	t.is((await on.run([...line, '--force-conflicts'])).code, 0)
	t.is((await stored(path)).spec.size, 5)
	t.is((await apply()).status, 409, 'and they hear of it')
})

test('one change after the other takes nothing of the first away', async (t) => {
	const { path, in: at } = await own()
	for (const line of [
		['scale', 'orders', '--replicas', '5', '-y'],
		['pause', 'orders', '--reason', 'disk swap'],
		['restart', 'orders', '-y'],
	])
		t.is((await on.run([...line, ...at])).code, 0, line.join(' '))
	const { spec } = await stored(path)
	t.is(spec.size, 5)
	t.is(spec.paused, true)
	t.truthy(spec.pod.annotations?.['kubectl.kubernetes.io/restartedAt'])
	t.is(spec.version, '3.5.35')
})

test('pause writes who and why, others are told, and resume leaves nothing of it', async (t) => {
	const { path, in: at } = await own()
	t.like(await on.run(['pause', 'orders', '--reason', 'disk swap', ...at]), {
		code: 0,
		out: `${title} paused\n`,
	})
	const { metadata, spec } = await stored(path)
	t.is(spec.paused, true)
	const notes = metadata.annotations ?? {}
	t.is(notes['etcd.database.coreos.com/paused-reason'], 'disk swap')
	t.truthy(notes['etcd.database.coreos.com/paused-by'])
	const scaled = await on.run(['scale', 'orders', '--replicas', '5', '-y', ...at])
	t.is(scaled.code, 0)
	t.regex(scaled.err, /Warning: orders is paused by \S+ for \d+s \(disk swap\); the change is stored/)
	t.is((await on.run(['resume', 'orders', ...at])).out, `${title} resumed\n`)
	const after = await stored(path)
	t.false('paused' in after.spec)
	t.false(Object.keys(after.metadata.annotations ?? {}).some((key) => key.includes('paused')))
	t.is((await on.run(['resume', 'orders', ...at])).out, `${title} unchanged\n`)
})

test('upgrade: a plan changes nothing, a step is stored, warnings come once', async (t) => {
	const { path, in: at } = await own({ version: '3.5.20', status: wellStatus('3.5.20') })
	const before = await stored(path)
	const plan = await on.run(['upgrade', 'orders', '--to', '3.6.16', '--plan', ...at])
	t.is(plan.code, 0, plan.err)
	t.regex(plan.out, /3\.5\.20 → 3\.5\.35[^]*Later, 2 of 2: 3\.5\.35 → 3\.6\.16/)
	t.deepEqual(await stored(path), before)
	const step = await on.run(['upgrade', 'orders', '--to', '3.6.16', '-y', ...at])
	t.is(step.code, 0, step.err)
	t.is((await stored(path)).spec.version, '3.5.35')
	const early = await on.run(['upgrade', 'orders', '--to', '3.6.16', '-y', ...at])
	t.is(early.code, 7, early.err)
	t.regex(early.err, /and some run 3\.5\.20/)
})

test('upgrade: down only by name, with the annotation', async (t) => {
	const { path, in: at } = await own({ version: '3.7.3', status: wellStatus('3.7.3') })
	const line = ['upgrade', 'orders', '--to', '3.6.16', '-y', ...at]
	t.is((await on.run(line)).code, 7)
	const down = await on.run([...line, '--allow-downgrade'])
	t.is(down.code, 0, down.err)
	t.is(down.err.match(/Warning: .*the annotation permits it/g)?.length, 1, down.err)
	const { spec, metadata } = await stored(path)
	t.is(spec.version, '3.6.16')
	t.is(metadata.annotations?.['etcd.database.coreos.com/allow-downgrade'], '3.6')
})

test('upgrade: what the API server warns of is an error where that is asked for', async (t) => {
	const { in: at } = await own({ version: '3.5.35', status: wellStatus('3.5.35') })
	const ran = await on.run(['upgrade', 'orders', '--to', '3.5.33', '-y', '--warnings-as-errors', ...at])
	t.is(ran.code, 1)
	t.regex(ran.err, /Warning: spec\.version: 3\.5\.33 is an earlier patch[^]*error: 1 warning received/)
})

test('a cluster that is not well is not changed, and what heals it is', async (t) => {
	const status = wellStatus()
	const { path, in: at } = await own({
		status: {
			...status,
			memberStates: status.memberStates.map((one) => ({ ...one, ready: one.name !== 'orders-c' })),
			conditions: [
				{ type: 'Available', status: 'True' },
				{ type: 'Degraded', status: 'True', reason: 'MemberSilent', message: 'orders-c does not answer' },
			],
		},
	})
	const before = await stored(path)
	for (const line of [
		['scale', 'orders', '--replicas', '5'],
		['upgrade', 'orders', '--to', '3.6.16'],
		['restart', 'orders'],
	]) {
		const ran = await on.run([...line, '-y', ...at])
		t.is(ran.code, 7, ran.err)
		t.regex(ran.err, /orders is degraded, orders-c does not answer/)
	}
	t.deepEqual(await stored(path), before)
	t.is((await on.run(['scale', 'orders', '--replicas', '1', '--confirm=orders', ...at])).code, 0)
})

test('somebody who writes in between is not overwritten: the change begins anew', async (t) => {
	const { path, in: at } = await own()
	const line = ['scale', 'orders', '--replicas', '5', '-y', ...at]
	const [ran] = await Promise.all([
		on.run(line),
		...Array.from({ length: 8 }, async (_, index) => {
			const patch = { metadata: { annotations: { touched: String(index) } } }
			await on.api.must('PATCH', path, patch, merge)
		}),
	])
	t.is(ran.code, 0, ran.err)
	const { spec, metadata } = await stored(path)
	t.is(spec.size, 5)
	t.truthy(metadata.annotations?.['touched'])
})
