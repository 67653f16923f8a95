// The screens of kubectl etcd status for clusters that are really in those states, at three widths and in three styles, and what
// it ends with.
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import type { Fault } from '../../../playground/world/faults/faults.ts'
import { uncoloured } from '../../../plugin/screen/width.ts'
import {
	change,
	make,
	podsOf,
	statusOf,
	untilCondition,
	untilHealthy,
	type ClusterPod,
} from '../cluster-support.ts'
import { expected, plugin, steady, styles, widths } from '../plugin.ts'
import { imageOf, untilAllAt, untilOneAt } from '../rolling.ts'
import { apply, eventually, ownNamespace, playground } from '../support.ts'

const test = anyTest.serial as TestFn

/** All nine screens of one state, one below the other. */
async function screens(
	t: ExecutionContext,
	namespace: string,
	exit: number,
	more: readonly string[] = [],
): Promise<string> {
	const one = async (width: number, style: string, flags: readonly string[]): Promise<string> => {
		const env = { COLUMNS: String(width) }
		const { code, out, err } = await plugin(['status', 'orders', '-n', namespace, ...flags, ...more], env)
		t.is(code, exit, `${out}${err}`)
		for (const line of out.split('\n')) {
			const shown = uncoloured(line)
			t.true(Array.from(shown).length <= width, `${width}: ${shown}`)
			if (style === 'ascii') t.regex(shown, /^[\x20-\x7e]*$/)
		}
		if (style !== 'colour') t.false(out.includes('\u001b'))
		return `== ${width} columns, ${style}\n${steady(out, namespace, 'orders')}`
	}
	const parts: string[] = []
	for (const width of widths)
		parts.push(
			...(await Promise.all(
				Object.entries(styles).map(async ([style, flags]) => await one(width, style, flags)),
			)),
		)
	return parts.join('\n')
}

async function born(t: ExecutionContext): Promise<string> {
	const namespace = await ownNamespace(t)
	await make(namespace, 'orders', { size: 3, version: '3.6.16', topologySpread: 'Required' })
	await untilHealthy(namespace, 'orders')
	// Pods are ready a moment after their members, and agree a moment later on how they write.
	await eventually('nothing is to be said of it', async () => {
		const { out } = await plugin(['status', 'orders', '-n', namespace])
		return !out.includes('PROBLEMS') && !/storage [^)]* and /.test(out)
	})
	return namespace
}

const freeze = async (namespace: string, pod: string): Promise<AsyncDisposable> =>
	await playground.fault({ fault: 'freeze', pod: `${namespace}/${pod}` } satisfies Fault)

/** The lines of one problem: those up to the next mark or to the end of all. */
const rest = String.raw`(?: {2}.*\n)*`
const notReadyYet = new RegExp(String.raw`^\S+ MEMBER answers, and its pod is not ready\n${rest}`, 'gm')
const operatorSays = new RegExp(String.raw`(?<=^\S+ the operator says )\w+: .*\n${rest}`, 'gm')

/** Kubelets take half a minute to call a member not ready, and the operator says in its own words what it has met last. */
const settled = (seen: string): string =>
	seen
		.replaceAll(notReadyYet, '')
		.replaceAll(operatorSays, 'REASON: WHAT\n')
		.replaceAll(/(?:<bad>)?\b(?:True|False)\b(?:<\/>)?/g, 'READY')

const compare = (t: ExecutionContext, state: string, seen: string): void => {
	t.is(seen, expected(state, seen))
}

test('healthy, and paused', async (t) => {
	t.timeout(180_000)
	const namespace = await born(t)
	compare(t, 'healthy', await screens(t, namespace, 0))
	await change(namespace, 'orders', { paused: true })
	await eventually(
		'the operator has seen it',
		async () => !(await plugin(['status', 'orders', '-n', namespace])).out.includes('has not seen'),
	)
	compare(t, 'paused', await screens(t, namespace, 0))
})

test('degraded, and quorum lost: one frozen, then two', async (t) => {
	t.timeout(240_000)
	const namespace = await born(t)
	const [one = '', two = ''] = (await podsOf(namespace, 'orders')).map(({ metadata }) => metadata.name)
	await using _ = await freeze(namespace, one)
	await eventually('it is seen', async () => (await plugin(['status', 'orders', '-n', namespace])).code === 4)
	await untilCondition(namespace, 'orders', { type: 'Degraded', status: 'True' }, 60)
	const degraded = await screens(t, namespace, 4)
	compare(t, 'degraded', settled(degraded))
	await using another = await freeze(namespace, two)
	void another
	await untilCondition(namespace, 'orders', { type: 'Available', status: 'False' }, 60)
	await eventually('it is seen', async () => {
		const { code, out } = await plugin(['status', 'orders', '-n', namespace])
		return code === 5 && out.includes('the operator says')
	})
	const lost = await screens(t, namespace, 5)
	compare(t, 'quorum-lost', settled(lost))
	const { seconds } = await plugin(['status', 'orders', '-n', namespace])
	t.log(`with two of three black-holed: ${seconds.toFixed(1)} s`)
})

const changedIn = (pods: readonly ClusterPod[], version: string): readonly ClusterPod[] =>
	pods.filter((pod) => imageOf(pod).endsWith(`:v${version}`))

/** The operator goes no further than the first while it is paused, nor afterwards while a member that is to follow is silent. */
async function heldAtTheSecond(t: ExecutionContext, namespace: string): Promise<AsyncDisposable> {
	await change(namespace, 'orders', { version: '3.7.3' })
	await eventually(
		'the first is on its way',
		async () => changedIn(await podsOf(namespace, 'orders'), '3.7.3').length > 0,
	)
	await change(namespace, 'orders', { paused: true })
	await untilOneAt(namespace, 'orders', '3.7.3')
	const pods = await podsOf(namespace, 'orders')
	const [first] = changedIn(pods, '3.7.3')
	t.is(changedIn(pods, '3.7.3').length, 1)
	const { memberStates = [] } = await statusOf(namespace, 'orders')
	const follower = memberStates.find(({ name, role }) => role === 'Voter' && name !== first?.metadata.name)
	const frozen = await freeze(namespace, follower?.name ?? '')
	await change(namespace, 'orders', { paused: false })
	return frozen
}

test('upgrading, held at the second member', async (t) => {
	t.timeout(240_000)
	const namespace = await born(t)
	await using frozen = await heldAtTheSecond(t, namespace)
	await eventually('it is said', async () => {
		const { out } = await plugin(['status', 'orders', '-n', namespace])
		return /Upgrading: members go to 3\.7\.3: 1 of 3 are there/.test(out) && !out.includes('has not seen')
	})
	compare(t, 'upgrading', settled(await screens(t, namespace, 0)))
	await frozen[Symbol.asyncDispose]()
	await untilAllAt(namespace, 'orders', '3.7.3')
	await untilHealthy(namespace, 'orders', 90)
})

test('blind: who may only read the cluster hears the operator’s word, and is not told that all is well', async (t) => {
	t.timeout(120_000)
	const namespace = await born(t)
	const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1', metadata: { name: 'reader' } }
	await apply(namespace, {
		...rbac,
		kind: 'Role',
		rules: [{ apiGroups: ['etcd.database.coreos.com'], resources: ['etcdclusters'], verbs: ['get', 'list'] }],
	})
	await apply(namespace, {
		...rbac,
		kind: 'RoleBinding',
		roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'reader' },
		subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'reader' }],
	})
	compare(t, 'blind', await screens(t, namespace, 6, ['--as', 'reader']))
})
