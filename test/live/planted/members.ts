// Planted in etcd's list of members and in their processes.
import { change, membersOf, onVolumes, statusOf, untilHealthy } from '../cluster-support.ts'
import { shellPod } from '../etcd-pods.ts'
import { apply, eventually, kubectl } from '../support.ts'
import { said } from './keys.ts'
import { born, killed, nameOf, stilled } from './plant.ts'
import { isPaused, type Problems } from './problem.ts'
import { named, nothingFound, type Planted } from './said.ts'

const strange = 'http://stranger.example:2380'

async function idOf(
	namespace: string,
	isIt: (member: { name?: string; url: string }) => boolean,
): Promise<string> {
	const all = await membersOf(namespace, 'test')
	const found = all.find(({ name, peerURLs }) => isIt({ ...(name && { name }), url: peerURLs[0] ?? '' }))
	if (found === undefined) throw new Error('etcd does not list it')
	return found.ID
}

const byHand: Problems = {
	what: 'members changed by hand',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const pods = await born(namespace, { size: 3, ...onVolumes })
		await change(namespace, 'test', { paused: true })
		const { leader } = await statusOf(namespace, 'test')
		const one = pods.find((pod) => nameOf(pod) === leader)
		const other = pods.find((pod) => nameOf(pod) !== leader)
		if (one === undefined || other === undefined) throw new Error('there is no leader')
		// etcd asks for five quiet seconds after each change of its voters.
		await eventually('etcd takes a stranger', async () => {
			await said(namespace, one, 'cluster/member/add', { peerURLs: [strange], isLearner: true })
			return true
		})
		const besides = [
			isPaused,
			/^etcd has 4 members, and the spec asks for 3$/,
			/^the operator says ForeignMember: /,
			/^the operator has not seen /,
		]
		await named(t, {
			args,
			exit: 4,
			planted: [
				{
					what: 'a member added by hand that nobody runs',
					id: 'D05',
					is: 'problem',
					says: /^etcd counts [0-9a-f]+, which has no pod$/,
				},
			],
			besides,
		})
		const ghost = await idOf(namespace, ({ url }) => url === strange)
		await said(namespace, one, 'cluster/member/remove', { ID: ghost })
		await named(t, {
			args,
			exit: 0,
			planted: [{ what: 'spec.paused', id: 'D04', is: 'warning', says: isPaused }],
		})
		const ID = await idOf(namespace, ({ name }) => name === nameOf(other))
		await said(namespace, one, 'cluster/member/remove', { ID })
		await named(t, {
			args,
			exit: 4,
			planted: [
				{
					what: 'a member removed behind the operator’s back',
					id: 'D05',
					is: 'problem',
					says: new RegExp(`^${nameOf(other)} has a pod, and etcd does not list it$`),
				},
			],
			besides: [
				isPaused,
				/^etcd has 2 members, and the spec asks for 3$/,
				new RegExp(`^${nameOf(other)} (does not answer|could not be asked|ended )`),
			],
		})
		await change(namespace, 'test', { paused: false })
		await untilHealthy(namespace, 'test', 120)
		await nothingFound(t, 'after the operator went on', args)
	},
}

const silent: Problems = {
	what: 'processes that are killed and stand still',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const [one, two] = await born(namespace, { size: 3, ...onVolumes })
		if (one === undefined || two === undefined) throw new Error('there are no pods')
		const ended: Planted = {
			what: 'a process killed',
			id: 'D17',
			is: 'warning',
			says: new RegExp(`^${nameOf(one)} ended \\S+ ago with 137 \\(1 in all\\)$`),
		}
		await killed(namespace, one)
		await named(t, { args, exit: 0, planted: [ended] })
		{
			await using _ = await stilled(namespace, [two])
			await named(t, {
				args,
				exit: 4,
				planted: [
					ended,
					{
						what: 'one process that stands still',
						id: 'D05',
						is: 'unknown',
						says: new RegExp(`^${nameOf(two)} could not be asked: no answer in time`),
					},
				],
				besides: [/^the operator says /],
			})
			await using another = await stilled(namespace, [one])
			void another
			await named(t, {
				args,
				exit: 5,
				planted: [
					ended,
					{
						what: 'two processes that stand still',
						id: 'D05',
						is: 'problem',
						says: /^there is no quorum: of 3 voters 0 are well, and 2 are needed$/,
					},
					{
						what: 'two processes that stand still, so that nobody leads',
						id: 'D06',
						is: 'problem',
						says: /^no member knows a leader$/,
					},
				],
				besides: [/^the operator says /],
			})
		}
		await untilHealthy(namespace, 'test', 120)
		await named(t, { args, exit: 0, planted: [ended] })
		t.log('put right: both run; said: that one was killed, alone; ok')
	},
}

const stranger: Problems = {
	what: 'a pod of somebody else with our labels',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		await born(namespace, { size: 1, ...onVolumes })
		const pod = shellPod('stranger')
		const labels = { app: 'etcd', etcd_cluster: 'test', etcd_node: 'stranger' }
		await apply(namespace, { ...pod, metadata: { ...pod.metadata, labels } })
		await named(t, {
			args,
			exit: 4,
			planted: [
				{
					what: 'a pod of somebody else with our labels',
					id: 'D04',
					is: 'problem',
					says: /^the operator says ForeignPod: pod stranger has our labels and is not ours/,
				},
				{
					what: 'a pod with our labels that is no member of etcd',
					id: 'D05',
					is: 'problem',
					says: /^stranger has a pod, and etcd does not list it$/,
				},
			],
			besides: [/^stranger (does not answer|could not be asked)/],
		})
		await kubectl('-n', namespace, 'delete', 'pod', 'stranger', '--now')
		await nothingFound(t, 'the pod deleted', args)
	},
}

export const members: readonly Problems[] = [byHand, silent, stranger]
