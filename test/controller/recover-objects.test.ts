// What a recovery makes and reads: the pod that makes its member the only one, its last words, and volumes that were given up.
import test from 'ava'
import { annotations, servingLabel } from '../../api/names.ts'
import { claimSeen, podSeen } from '../../controller/observe/pods.ts'
import type { Pod } from '../../kube/pod.ts'
import { made } from './objects/made.ts'

test('a claim that was given up may never go by itself, whichever birth it is of', (t) => {
	const notes = { [annotations.token]: 'token', [annotations.clusterId]: 'id' }
	const seenAs = (more: Readonly<Record<string, string>>, bound = true) =>
		claimSeen(
			{
				metadata: { name: 'b', annotations: { ...notes, ...more } },
				status: { phase: bound ? 'Bound' : 'Pending' },
			},
			'c',
			'token',
			'id',
			0,
		)
	t.like(seenAs({}), { mayGo: true, discarded: false })
	t.like(seenAs({ [annotations.discarded]: 'given up for a' }), { mayGo: false, discarded: true })
	t.like(seenAs({ [annotations.discarded]: 'given up for a' }, false), { mayGo: false })
})

test('its pod runs once, copies first, and is nobody’s to be served', (t) => {
	const {
		metadata,
		spec,
		etcd: process,
	} = made({
		gated: true,
		alone: { value: '1234', image: 'operator:1' },
		claim: { name: 'c-a', uid: 'u-2' },
	})
	t.is(spec.restartPolicy, 'Never')
	t.deepEqual(spec.schedulingGates?.length, 1)
	t.true(process.args.includes('--force-new-cluster=true'))
	t.is(metadata.annotations?.[annotations.alone], '1234')
	t.is(metadata.labels?.[servingLabel], undefined)
	const [copy] =
		(spec as { initContainers?: readonly { image: string; args: readonly string[] }[] }).initContainers ?? []
	t.is(copy?.image, 'operator:1')
	t.deepEqual(copy?.args, ['/app/recovery.cjs', '/var/etcd/data', '/var/etcd/before-recovery-1234'])
	const usual = made({ claim: { name: 'c-a', uid: 'u-2' } })
	t.is(usual.spec.restartPolicy, 'Always')
	t.false(usual.etcd.args.some((arg) => arg.includes('force-new-cluster')))
	t.false('initContainers' in usual.spec)
})

const ended = (...states: readonly (object | undefined)[]): Pod =>
	({
		metadata: { name: 'a' },
		spec: { containers: [] },
		status: {
			phase: 'Failed',
			initContainerStatuses: [{ name: 'keep-copy', state: { terminated: states[0] } }],
			containerStatuses: [{ name: 'etcd', state: { terminated: states[1] } }],
		},
	}) as Pod

for (const [what, copied, ran, words] of [
	['its copy failed', { exitCode: 1, message: 'first\nno room\n' }, undefined, 'no room'],
	['etcd ended by itself', { exitCode: 0 }, { exitCode: 1, message: 'panic' }, 'panic'],
	['it took too much memory', { exitCode: 0 }, { exitCode: 137, reason: 'OOMKilled' }, 'OOMKilled'],
	['it was asked to end', { exitCode: 0 }, { exitCode: 143 }, undefined],
	['its node went', { exitCode: 0 }, undefined, undefined],
] as const)
	test(`what a pod that has ended said last: ${what}`, (t) => {
		const ages = { sealedLongAgo: false, withdrawnLongAgo: false }
		t.is(podSeen(ended(copied, ran), 'c', ages).lastWords, words)
	})
