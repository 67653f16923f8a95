// An image that is called by one version and holds another: it is said, nobody else gets it, and the way back is open.
import test from 'ava'
import { cachedArchive } from '../../../playground/images/store.ts'
import { builtEtcd } from '../../../playground/images/etcd.ts'
import { programs } from '../../../playground/programs/families.ts'
import { ensurePrograms } from '../../../playground/programs/find.ts'
import {
	change,
	keptKey,
	make,
	podsOf,
	statusOf,
	untilCondition,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { ownNamespace, playground } from '../support.ts'

const repository = 'registry.invalid/misnamed/etcd'

/** The binaries of 3.6.16 under the name of a release to come, and of one of the minor before. */
async function load(tag: string): Promise<void> {
	const image = builtEtcd('etcd-3.6', await ensurePrograms(programs('etcd-3.6')))
	await playground.load(await cachedArchive({ ...image, name: `${repository}:v${tag}` }))
}

test('members that run something else than their image is called are not rolled further', async (t) => {
	const namespace = await ownNamespace(t)
	await load('3.6.99')
	await load('3.6.16')
	await withKey(namespace, 'test', { size: 3, repository })
	await change(namespace, 'test', { version: '3.6.99' })
	const message = await untilCondition(
		namespace,
		'test',
		{ type: 'Degraded', reason: /^VersionDiffers$/ },
		60,
	)
	t.regex(
		message,
		/says that it is 3\.6\.16, and its image is called 3\.6\.99; mend spec\.repository or spec\.version$/,
	)
	const changed = (await podsOf(namespace, 'test')).filter(({ spec }) =>
		JSON.stringify(spec).includes(`${repository}:v3.6.99`),
	)
	t.is(changed.length, 1, 'one of three')
	await keptKey(t, namespace, 'test')
	await change(namespace, 'test', { version: '3.6.16' })
	await untilHealthy(namespace, 'test', 90)
	t.is((await statusOf(namespace, 'test')).targetVersion, '')
	await keptKey(t, namespace, 'test')
})

test('a cluster that is born so is said to be, and serves', async (t) => {
	const namespace = await ownNamespace(t)
	await load('3.7.3')
	await make(namespace, 'test', { size: 3, repository, version: '3.7.3' })
	const message = await untilCondition(
		namespace,
		'test',
		{ type: 'Degraded', reason: /^VersionDiffers$/ },
		60,
	)
	t.regex(message, /says that it is 3\.6\.16, and its image is called 3\.7\.3/)
	await untilCondition(namespace, 'test', { type: 'Available' }, 60)
})
