import test from 'ava'
import { etcdFamilies, etcdFromDebian, etcdImageName } from '../../../playground/images/etcd.ts'
import { families } from '../../../playground/programs/families.ts'
import { etcdPod } from '../etcd-pods.ts'
import { apply, exec, forward, ownNamespace, untilReady } from '../support.ts'

const fromDebian = (await etcdFromDebian())?.name.split(':v').at(-1)
const versions = etcdFamilies.map((family): string => families[family].version)
if (fromDebian === undefined) test.skip('etcd 3.4, of which this Debian has none', (t) => t.pass())
else versions.push(fromDebian)

for (const version of versions)
	test(`etcd ${version} starts as a pod under its usual image name and keeps a key`, async (t) => {
		const namespace = await ownNamespace(t)
		await apply(namespace, etcdPod('etcd', etcdImageName(version)))
		await untilReady(namespace, 'etcd')
		const port = await forward(t, namespace, 'etcd', 2379)
		const answer = (await (await fetch(`http://127.0.0.1:${port}/version`)).json()) as { etcdserver: string }
		t.is(answer.etcdserver, version)
		// Until 3.3 etcdctl speaks the old API unless told otherwise by the environment, which exec cannot set.
		if (/^3\.[23]\./.test(version)) {
			t.regex(await exec(namespace, 'etcd', 'etcdctl', 'set', 'kept', 'yes'), /yes/)
			t.is(await exec(namespace, 'etcd', 'etcdctl', 'get', 'kept'), 'yes\n')
		} else {
			t.regex(await exec(namespace, 'etcd', 'etcdctl', 'put', 'kept', 'yes'), /OK/)
			t.is(await exec(namespace, 'etcd', 'etcdctl', 'get', 'kept', '--print-value-only'), 'yes\n')
		}
	})
