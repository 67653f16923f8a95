// When a snapshot is tried, what is made for it, and what is said of it.
import test from 'ava'
import { annotations } from '../../../api/names.ts'
import type { DrillTask, FetchTask } from '../../../api/task.ts'
import { drillJob, versionFor } from '../../../controller/backups/drill/job.ts'
import { planDrill } from '../../../controller/backups/drill/plan.ts'
import { withDrill } from '../../../controller/backups/drill/status.ts'
import { planBackup } from '../../../controller/backups/plan.ts'
import type { SeenBackup } from '../../../controller/backups/observed.ts'
import { conditionOf, run, seen, taken } from './seen.ts'

const hour = 3_600_000
const spec = { storageType: 'S3', s3: { path: 'b/once', awsSecret: 'aws' } } as const
const hourly = (change: Partial<SeenBackup> = {}): SeenBackup =>
	seen({
		created: 1,
		spec: { ...spec, drill: { schedule: '0 * * * *' } },
		status: { last: taken },
		...change,
	})
const asked = (occasion: string, change: Partial<SeenBackup> = {}): SeenBackup =>
	seen({ spec: { ...spec, drill: { occasion } }, status: { last: taken }, ...change })
const timeAt = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`
const of = (one: SeenBackup) => withDrill(one.status, one, planDrill(one))
const drill = { object: 'once', occasion: undefined, version: '3.6.16' }
const good = {
	ok: true,
	drilled: {
		object: 'once',
		proved: true,
		message: 'it starts',
		etcdVersion: '3.6.16',
		revision: '12',
		keys: '3',
	},
} as const

test('none is begun unless it is asked for, and then nothing is said of any', (t) => {
	const one = seen({ status: { last: taken } })
	t.deepEqual(planDrill(one), { do: 'nothing' })
	t.is(of(one), one.status)
})

test('by a cron line: what was missed is one, and each time has one', (t) => {
	t.deepEqual(planDrill(hourly({ now: 10 })), { do: 'wait', until: hour })
	t.like(planDrill(hourly({ now: 5 * hour + 1 })), { do: 'start', due: 5 * hour })
	const ended = run({ due: 5 * hour, drill, said: good })
	t.deepEqual(planDrill(hourly({ now: 5 * hour + 2, drills: [ended] })), { do: 'wait', until: 6 * hour })
	const noted = { last: taken, drill: { due: new Date(5 * hour).toISOString(), result: 'Passed' } }
	t.deepEqual(planDrill(hourly({ now: 5 * hour + 2, status: noted })), { do: 'wait', until: 6 * hour })
	t.like(planDrill(hourly({ now: 6 * hour, status: noted })), { do: 'start', due: 6 * hour })
})

test('by an occasion: once for each, at once, and under the same name whoever begins it', (t) => {
	t.like(planDrill(asked('a')), { do: 'start', due: 1000, occasion: 'a' })
	const names = [1000, 2000].map(
		(due) => drillJob(asked('a'), { do: 'start', due, occasion: 'a' }, undefined, 'operator:1').metadata.name,
	)
	t.is(names[0], names[1])
	t.regex(names[0] ?? '', /^[a-z0-9-]{1,63}$/)
	const begun = run({ drill: { ...drill, occasion: 'a' }, said: good })
	t.deepEqual(planDrill(asked('a', { drills: [begun] })), { do: 'wait', until: undefined })
	t.deepEqual(planDrill(asked('a', { status: { last: taken, drill: { occasion: 'a' } } })), {
		do: 'wait',
		until: undefined,
	})
	t.like(planDrill(asked('b', { drills: [begun] })), { do: 'start', occasion: 'b' })
	const other = run({ due: 9, drill: { ...drill, occasion: 'b' }, said: good })
	t.is(planDrill(asked('a', { drills: [other, begun] })).do, 'wait', 'whose Job is there still')
})

test('while one runs there is no other, and without a snapshot there is none', (t) => {
	t.deepEqual(planDrill(asked('b', { drills: [run({ state: 'running', drill })] })), {
		do: 'wait',
		until: undefined,
	})
	const none = asked('a', { status: {} })
	t.like(planDrill(none), { do: 'nothing' })
	t.like(conditionOf(of(none), 'Drilled'), {
		status: 'Unknown',
		reason: 'NotYet',
		message: 'there is no proved snapshot yet to try it with',
	})
})

test('while a backup runs there is none: it may remove what would be tried', (t) => {
	t.deepEqual(planDrill(asked('a', { runs: [run({ state: 'running' })] })), { do: 'wait', until: undefined })
})

test('what was found stands, whatever becomes of its pod and its Job', (t) => {
	const one = asked('a', { drills: [run({ drill: { ...drill, occasion: 'a' }, said: good })] })
	const passed = of(one)
	const without = run({ drill: { ...drill, occasion: 'a' }, ended: 900 })
	for (const drills of [[without], []]) t.is(of({ ...one, status: passed, drills }).drill, passed.drill)
	const said = { ok: false, code: 'differs', message: 'it holds 2 keys', lasting: true } as const
	const failed = of({ ...one, drills: [run({ state: 'failed', drill: { ...drill, occasion: 'a' }, said })] })
	for (const drills of [[run({ state: 'failed', drill: { ...drill, occasion: 'a' } })], []]) {
		const later = of({ ...one, status: failed, drills })
		t.like(later.drill, { code: 'differs', message: 'it holds 2 keys' })
		t.is(conditionOf(later, 'Drilled')?.reason, 'differs')
	}
})

test('one whose Job is gone while it runs has failed', (t) => {
	const status = { last: taken, drill: { job: 'd-1', result: 'Running', occasion: 'a', due: timeAt(1) } }
	t.like(of(asked('a', { status })).drill, {
		result: 'Failed',
		code: 'killed',
		message: 'its Job d-1 is gone',
	})
})

test('what lies where it does not save to any more is not tried', (t) => {
	const there = (where: SeenBackup['spec'], last: object = taken) =>
		planDrill(seen({ spec: { ...where, drill: { occasion: 'a' } }, status: { last } })).do
	t.is(there(spec), 'start')
	t.is(there({ ...spec, s3: { path: 'another/once' } }), 'nothing')
	t.is(there({ ...spec, s3: { path: 'b/other' } }), 'nothing')
	t.is(there({ storageType: 'PVC', pvc: { claimName: 'c', path: 'once' } }), 'nothing')
	const onVolume = { ...taken, location: '/volume/once' }
	t.is(there({ storageType: 'PVC', pvc: { claimName: 'c', path: 'once' } }, onVolume), 'start')
})

test('a drill that cannot be is no reason to have no backup', (t) => {
	const findings = [{ rule: 'drillUnfit', field: 'spec.drill.version', message: '"x" is no version' }]
	t.is(planBackup(seen({ findings })).do, 'start')
})

test('nothing is begun by a spec that breaks a rule', (t) => {
	const findings = [{ rule: 'drillUnfit', field: 'spec.drill.version', message: '"x" is no version' }]
	t.like(planDrill(asked('a', { findings })), { do: 'refuse', reason: 'Invalid' })
})

const rows: readonly (readonly [
	what: string,
	run: Parameters<typeof run>[0],
	drill: object,
	condition: object,
])[] = [
	[
		'it runs',
		{ state: 'running', ended: undefined },
		{ result: 'Running' },
		{ status: 'Unknown', reason: 'Running' },
	],
	[
		'it finds no node',
		{ state: 'running', ended: undefined, heldUpBy: 'its pod finds no node: none' },
		{ result: 'Running', message: 'its pod finds no node: none' },
		{ status: 'Unknown' },
	],
	[
		'it passed',
		{ said: good },
		{
			result: 'Passed',
			keys: '3',
			revision: '12',
			seconds: 1,
			passedAt: new Date(500).toISOString().slice(0, 19) + 'Z',
		},
		{ status: 'True', reason: 'Passed', message: 'once: it starts' },
	],
	[
		'it could not be compared',
		{ said: { ok: true, drilled: { object: 'once', proved: false, message: 'it starts; nobody says' } } },
		{ result: 'Unproved', passedAt: undefined },
		{ status: 'Unknown', reason: 'Unproved' },
	],
	[
		'it holds something else',
		{ state: 'failed', said: { ok: false, code: 'differs', message: 'it holds 2 keys', lasting: true } },
		{ result: 'Failed', message: 'it holds 2 keys' },
		{ status: 'False', reason: 'differs', message: 'once: it holds 2 keys' },
	],
	[
		'it was killed',
		{ state: 'failed' },
		{ result: 'Failed', code: 'killed' },
		{ status: 'False', reason: 'killed' },
	],
]
for (const [what, change, wanted, condition] of rows)
	test(`what is said when ${what}`, (t) => {
		const status = of(
			asked('a', { drills: [run({ born: -500, drill: { ...drill, occasion: 'a' }, ...change })] }),
		)
		t.like(status.drill, { object: 'once', occasion: 'a', ...wanted })
		t.like(conditionOf(status, 'Drilled'), condition)
	})

test('when the last one passed stays known, and its occasion is not asked for again by a later one', (t) => {
	const before = { due: new Date(0).toISOString(), occasion: 'a', passedAt: '2026-01-01T00:00:00Z' }
	const failed = run({ state: 'failed', due: 5 * hour, drill })
	const after = of(hourly({ now: 5 * hour + 5, status: { last: taken, drill: before }, drills: [failed] }))
	t.like(after.drill, { result: 'Failed', occasion: 'a', passedAt: before.passedAt })
})

test('it is tried in what it was taken from, unless somebody says otherwise or that restores nothing', (t) => {
	const from = (etcdVersion: string, version?: string) =>
		versionFor(
			seen({
				spec: { ...spec, drill: { ...(version !== undefined && { version }) } },
				status: { last: { ...taken, etcdVersion } },
			}),
		)
	t.is(from('3.6.16'), '3.6.16')
	t.is(from('3.6.16', '3.7.3'), '3.7.3')
	t.is(from('3.4.23'), '3.5.35')
	t.is(from('3.5.4'), '3.5.35')
})

interface Container {
	readonly name: string
	readonly image: string
	readonly restartPolicy?: string
	readonly args: readonly string[]
	readonly env?: readonly { readonly value: string }[]
}

test('its pod has no rights, reaches nobody’s data, and reads the very snapshot that was proved', (t) => {
	const one = asked('a')
	const { metadata, spec: wanted } = drillJob(
		one,
		{ do: 'start', due: 0, occasion: 'a' },
		{ repository: 'mirror/etcd' },
		'operator:1',
	)
	t.is(metadata.annotations?.[annotations.drill], 'once')
	t.is(metadata.annotations?.[annotations.version], '3.6.16')
	const { spec: pod } = (wanted as { template: { spec: Record<string, unknown> } }).template
	t.is(pod['automountServiceAccountToken'], false)
	t.deepEqual(pod['volumes'], [
		{ name: 'scratch', emptyDir: {} },
		{ name: 'snapshot-store', secret: { secretName: 'aws', defaultMode: 0o440, optional: true } },
	])
	const before = pod['initContainers'] as readonly Container[]
	t.deepEqual(
		before.map(({ name, image, restartPolicy }) => [name, image, restartPolicy]),
		[
			['fetch', 'operator:1', undefined],
			['restore', 'mirror/etcd:v3.6.16', undefined],
			['etcd', 'mirror/etcd:v3.6.16', 'Always'],
		],
	)
	const fetch = JSON.parse(before[0]?.env?.[0]?.value ?? '') as FetchTask
	t.like(fetch, { place: { storageType: 'S3', path: 'b/once' }, into: '/scratch/restore', minor: '3.6' })
	t.is(fetch.dataDir, undefined)
	t.true(before[2]?.args.every((arg) => !arg.includes('://') || arg.includes('://127.0.0.1:')))
	const [own] = pod['containers'] as readonly Container[]
	t.deepEqual(JSON.parse(own?.env?.[0]?.value ?? '') as DrillTask, {
		endpoint: 'http://127.0.0.1:2379',
		into: '/scratch/restore',
	})
})

test('Jobs of drills go as those of backups do, and count as none of them', (t) => {
	const drills = [6, 5, 4, 3, 2].map((due) => run({ job: `d-${due}`, due, drill, said: good }))
	const lastRun = { job: 'once-1', due: new Date(0).toISOString(), result: 'Succeeded' }
	const plan = planBackup(
		hourly({ drills, status: { last: taken, succeeded: true, lastRun, drill: { job: 'd-6' } } }),
	)
	t.deepEqual(plan.do === 'tidy' && plan.jobs.map(({ job }) => job), ['d-2'])
	t.like(planBackup(seen({ drills })), { do: 'start' })
})
