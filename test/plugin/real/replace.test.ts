// A member is replaced by the deletion of its claim, on a real API server.
import test from 'ava'
import { ground, storeCluster, type Ground } from './support.ts'

let on: Ground
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('replace')
})
test.after.always(async () => await on?.[Symbol.asyncDispose]())

test('members replace deletes the claim of the member, and no other', async (t) => {
	const namespace = await on.namespace()
	const path = await storeCluster(on, namespace)
	const { metadata } = (await on.api.must('GET', path)) as { metadata: { uid: string } }
	const claims = `/api/v1/namespaces/${namespace}/persistentvolumeclaims`
	const ownerReferences = [
		{
			apiVersion: 'etcd.database.coreos.com/v1beta2',
			kind: 'EtcdCluster',
			name: 'orders',
			uid: metadata.uid,
			controller: true,
		},
	]
	for (const name of ['orders-a', 'orders-b'])
		await on.api.must('POST', claims, {
			metadata: { name, ownerReferences },
			spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
		})
	const isGoing = async (name: string): Promise<boolean> => {
		const { status, body } = await on.api.ask('GET', `${claims}/${name}`)
		return status === 404 || 'deletionTimestamp' in (body['metadata'] as object)
	}
	const line = ['members', 'replace', 'orders', 'orders-b', '-n', namespace]
	t.like(await on.run([...line, '-y']), { code: 8 })
	const plan = await on.run([...line, '--plan'])
	t.regex(plan.out, /a successor joins under a new name/)
	t.is(
		(await on.run([...line, '--dry-run=server'])).out,
		'persistentvolumeclaim/orders-b deleted: a successor joins (server dry run)\n',
	)
	t.false(await isGoing('orders-b'))
	t.like(await on.run([...line, '--confirm=orders-b']), { code: 0 })
	t.true(await isGoing('orders-b'))
	t.false(await isGoing('orders-a'))
})
