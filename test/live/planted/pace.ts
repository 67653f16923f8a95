// Planted in disks, networks and clocks of elections, and in how full databases are.
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile, readdir } from 'node:fs/promises'
import type { ExecutionContext } from 'ava'
import { change, onVolumes, statusOf, untilHealthy, type ClusterPod } from '../cluster-support.ts'
import { plugin } from '../plugin.ts'
import { eventually, get } from '../support.ts'
import { forgotten, said, written } from './keys.ts'
import { born, cutOff, nameOf } from './plant.ts'
import { isPaused, type Problems } from './problem.ts'
import { named, type Planted } from './said.ts'

interface Statuses {
	readonly status: { readonly containerStatuses: readonly { readonly containerID: string }[] }
}

async function processOf(namespace: string, pod: ClusterPod): Promise<string> {
	const { status } = await get<Statuses>(namespace, 'pod', nameOf(pod))
	const id = (status.containerStatuses[0]?.containerID ?? '').replace(/^.*:\/\//, '')
	for (const pid of (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry))) {
		const read = async (file: string): Promise<string> =>
			await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
		if ((await read('cgroup')).includes(id) && (await read('comm')).trim() === 'etcd') return pid
	}
	throw new Error(`no process of ${nameOf(pod)}`)
}

const isTraceable = (): boolean => spawnSync('strace', ['-V']).status === 0

/** Each time its process has what it wrote forced to the disk that takes so much longer, until this is disposed of. */
async function slowed(namespace: string, pod: ClusterPod, ms: number): Promise<AsyncDisposable> {
	const inject = `inject=fdatasync,fsync:delay_exit=${ms * 1000}`
	const args = ['-f', '-qq', '-o', '/dev/null', '-e', 'trace=fdatasync,fsync', '-e', inject, '-p']
	const pid = await processOf(namespace, pod)
	const child = spawn('strace', [...args, pid], { stdio: 'inherit' })
	const ended = once(child, 'close')
	await eventually('it is slowed', async () =>
		/^TracerPid:\t[1-9]/m.test(await readFile(`/proc/${pid}/status`, 'utf8')),
	)
	return {
		async [Symbol.asyncDispose]() {
			child.kill('SIGINT')
			await ended
		},
	}
}

async function leaderIn(namespace: string, pods: readonly ClusterPod[]): Promise<ClusterPod> {
	const { leader } = await statusOf(namespace, 'test')
	const found = pods.find((pod) => nameOf(pod) === leader)
	if (found === undefined) throw new Error('nobody leads')
	return found
}

interface Slow {
	readonly namespace: string
	readonly leader: ClusterPod
	readonly slow: ClusterPod
}

async function slowDisk(t: ExecutionContext, { namespace, leader, slow }: Slow): Promise<void> {
	{
		await using _ = await slowed(namespace, slow, 200)
		// Far apart, so that it cannot take many of them at once.
		for (let at = 0; at < 40; at++) {
			await written(namespace, leader, 1, { key: `slow-${at}` })
			await sleep(200)
		}
	}
	await named(t, {
		args: ['test', '-n', namespace],
		exit: 4,
		planted: [
			{
				what: 'a disk that takes 200 ms',
				id: 'D07',
				is: 'problem',
				says: new RegExp(`^${nameOf(slow)} fsync p99 \\d+(ms|\\.\\ds) \\(guidance: under 10ms\\)$`),
			},
		],
		besides: [/ fsync p99 /, / backend commit p99 /],
	})
}

interface Who {
	readonly header: { readonly member_id: string }
	readonly leader: string
}

/** From one member to the next, as etcd itself hands it on. */
async function handedOn(namespace: string, pods: readonly ClusterPod[], times: number): Promise<void> {
	for (let done = 0; done < times;) {
		const all = await Promise.all(
			pods.map(async (pod) => ({ pod, who: await said<Who>(namespace, pod, 'maintenance/status', {}) })),
		)
		const leads = all.find(({ who }) => who.header.member_id === who.leader)
		const heir = all.find((one) => one !== leads)
		if (leads === undefined || heir === undefined) continue
		const targetID = heir.who.header.member_id
		await said(namespace, leads.pod, 'maintenance/transfer-leadership', { targetID })
		done++
	}
}

const unquiet: Problems = {
	what: 'elections, a slow disk and one that is behind',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const pods = await born(namespace, { size: 3, ...onVolumes })
		const leader = await leaderIn(namespace, pods)
		const [behind, slow] = pods.filter((pod) => pod !== leader)
		if (behind === undefined || slow === undefined) throw new Error('there are no followers')
		{
			await using _ = await cutOff(namespace, behind, [leader, slow])
			await written(namespace, leader, 1200)
			await named(t, {
				args: [...args, '--only', 'D09,D05'],
				exit: 4,
				planted: [
					{
						what: '1,200 writes while one was cut off',
						id: 'D09',
						is: 'warning',
						says: new RegExp(`^${nameOf(behind)} is 1,2\\d\\d entries behind$`),
					},
				],
				besides: [new RegExp(`^${nameOf(behind)} answers, and knows no leader`)],
			})
		}
		await untilHealthy(namespace, 'test', 120)
		if (isTraceable()) await slowDisk(t, { namespace, leader, slow })
		else t.log('not planted: a slow disk, since this machine has no strace')
		await handedOn(namespace, pods, 12)
		await named(t, {
			args,
			exit: 0,
			planted: [
				{
					what: 'leadership handed on twelve times',
					id: 'D06',
					is: 'warning',
					says: /^\S+ has seen 1[2-9] changes of leader in /,
				},
			],
		})
	},
}

const disarmed = async (namespace: string): Promise<void> => {
	await plugin(['alarm', 'disarm', 'test', '-n', namespace, '-y'])
}

const full: Problems = {
	what: 'a small quota that real writes use up',
	async plant(t, namespace) {
		const args = ['test', '-n', namespace]
		const [one] = await born(namespace, {
			size: 1,
			quotaBackendBytes: '16Mi',
			pod: { persistentVolumeClaimSpec: { resources: { requests: { storage: '24Mi' } } } },
		})
		if (one === undefined) throw new Error('there is no pod')
		await change(namespace, 'test', { paused: true })
		const besides = [isPaused, /^the operator has not seen /]
		await written(namespace, one, 30, { size: 250_000 })
		await forgotten(namespace, one)
		await named(t, {
			args,
			exit: 0,
			planted: [
				{
					what: '30 writes of 250 kB, deleted and compacted',
					id: 'D10',
					is: 'warning',
					says: new RegExp(`^${nameOf(one)} holds \\S+, of which \\S+ are in use$`),
				},
			],
			besides,
		})
		t.is((await plugin(['defrag', ...args, '-y'])).code, 0)
		const paused: Planted = { what: 'spec.paused', id: 'D04', is: 'warning', says: isPaused }
		await named(t, { args, exit: 0, planted: [paused] })
		await t.throwsAsync(written(namespace, one, 100, { size: 250_000 }), { message: /space exceeded/ })
		await named(t, {
			args,
			exit: 4,
			planted: [
				{
					what: 'writes until etcd takes no more',
					id: 'D10',
					is: 'problem',
					says: new RegExp(`^${nameOf(one)} has used \\d+% of its quota \\(`),
				},
				{
					what: 'writes until etcd raises its alarm',
					id: 'D12',
					is: 'problem',
					says: new RegExp(`^etcd has raised NOSPACE for ${nameOf(one)}$`),
				},
				{
					what: 'a volume of 24Mi below it',
					id: 'D16',
					is: 'warning',
					says: new RegExp(`^the database of ${nameOf(one)} takes \\d+% of its volume \\(`),
				},
			],
			besides: [...besides, /^the operator says /],
		})
		await forgotten(namespace, one)
		t.is((await plugin(['defrag', ...args, '-y'])).code, 0)
		await eventually('no alarm is left', async () => {
			await disarmed(namespace)
			return (await plugin(['alarm', 'ls', 'test', '-n', namespace])).out === ''
		})
		await named(t, { args, exit: 0, planted: [paused] })
		t.log('put right: keys deleted, compacted, defragmented, disarmed; said: spec.paused alone; ok')
	},
}

export const pace: readonly Problems[] = [unquiet, full]
