// What an EtcdBackup does next and says of itself, by what became of its Jobs.
import test from 'ava'
import { conditionOf, seen, taken, run } from './seen.ts'
import { planBackup } from '../../../controller/backups/plan.ts'
import { statusOfBackup } from '../../../controller/backups/status.ts'

const of = (change: Parameters<typeof seen>[0]) => {
	const one = seen(change)
	const plan = planBackup(one)
	return { plan, status: statusOfBackup(one, plan) }
}

test('one that was never begun is begun', (t) => {
	const { plan, status } = of({})
	t.like(plan, { do: 'start' })
	t.like(conditionOf(status, 'Succeeded'), { status: 'Unknown', reason: 'Running' })
})

test('while it runs nothing else is begun, however much is due', (t) => {
	const spec = { storageType: 'S3' as const, backupPolicy: { backupIntervalInSecond: 5 } }
	const { plan } = of({ spec, runs: [run({ state: 'running', due: 0 })], now: 3_600_000 })
	t.deepEqual(plan, { do: 'wait', until: undefined })
})

test('what was taken is written down as in 2018, and more', (t) => {
	const { plan, status } = of({ runs: [run({ said: { ok: true, taken } })] })
	t.deepEqual(plan, { do: 'wait', until: undefined })
	t.like(status, { succeeded: true, etcdVersion: '3.6.16', etcdRevision: 12, lastSuccessDate: taken.takenAt })
	t.is(status.Reason, undefined)
	t.deepEqual(status.last, taken)
	t.like(conditionOf(status, 'Succeeded'), {
		status: 'True',
		reason: 'Verified',
		message: 's3://b/once holds all up to revision 12, and was read back',
	})
})

test('why it failed is said, and the last good one stays written down', (t) => {
	const said = { ok: false, code: 'store-denied', message: 'bucket b: AccessDenied', lasting: true } as const
	const status = { succeeded: true, last: taken }
	const spec = { storageType: 'S3' as const, backupPolicy: { backupIntervalInSecond: 3600 } }
	const after = of({ spec, status, runs: [run({ state: 'failed', said })] }).status
	t.like(after, { succeeded: false, Reason: 'bucket b: AccessDenied', last: taken })
	t.like(after.lastRun, { result: 'Failed', code: 'store-denied', failures: 1 })
	t.like(conditionOf(after, 'Succeeded'), { status: 'False', reason: 'store-denied' })
})

test('a pod that was killed says nothing, and that is said', (t) => {
	const { status } = of({ runs: [run({ state: 'failed' })] })
	t.regex(status.Reason ?? '', /^the Job once-1 ended without a word/)
	t.is(status.lastRun?.code, 'killed')
})

test('failures are counted once each, however often they are looked at', (t) => {
	const failed = run({ state: 'failed' })
	const first = of({ runs: [failed] }).status
	t.is(of({ runs: [failed], status: first }).status.lastRun?.failures, 1)
	const second = run({ state: 'failed', job: 'once-2', due: 60_000 })
	t.is(of({ runs: [second, failed], status: first }).status.lastRun?.failures, 2)
	const good = run({ job: 'once-3', due: 90_000, said: { ok: true, taken } })
	t.is(of({ runs: [good, second], status: first }).status.lastRun?.failures, 0)
})

test('an attempt that is tried again says why, and one that finds no node says that', (t) => {
	const said = { ok: false, code: 'store-unreachable', message: 'no answer', lasting: false } as const
	const again = of({ runs: [run({ state: 'running', said })] }).status
	t.like(conditionOf(again, 'Succeeded'), {
		reason: 'Retrying',
		message: 'it is tried again, since no answer',
	})
	const heldUpBy = 'its pod finds no node: 0/3 nodes are available'
	const held = of({ runs: [run({ state: 'running', heldUpBy })] }).status
	t.like(conditionOf(held, 'Succeeded'), { reason: 'Waiting', message: heldUpBy })
})

test('nothing is begun by a spec that breaks a rule', (t) => {
	const finding = {
		rule: 'scheduleUnfit',
		field: 'spec.backupPolicy.schedule',
		message: '"x" is not a cron line',
	}
	const { plan, status } = of({ findings: [finding] })
	t.like(plan, { do: 'refuse', reason: 'Invalid' })
	t.is(status.Reason, 'spec.backupPolicy.schedule "x" is not a cron line')
})

test('the newest is stale when two were due since', (t) => {
	const spec = { storageType: 'S3' as const, backupPolicy: { backupIntervalInSecond: 60 } }
	const status = { succeeded: true, last: { ...taken, takenAt: new Date(0).toISOString() } }
	const fresh = (now: number) => conditionOf(of({ spec, status, now }).status, 'Fresh')
	t.like(fresh(170_000), { status: 'True', reason: 'Fresh' })
	t.like(fresh(190_000), { status: 'False', reason: 'BackupStale' })
})

test('Jobs whose ends were written down go, but for the newest three', (t) => {
	const runs = [6, 5, 4, 3, 2, 1].map((due) => run({ job: `once-${due}`, due, said: { ok: true, taken } }))
	const status = {
		succeeded: true,
		last: taken,
		lastRun: { job: 'once-6', due: new Date(6).toISOString(), result: 'Succeeded' },
	}
	const { plan } = of({ runs, status })
	t.is(plan.do, 'tidy')
	t.deepEqual(plan.do === 'tidy' && plan.jobs.map(({ job }) => job), ['once-2', 'once-1'])
})
