// What is written when a cluster is paused, and what is left when it is resumed.
import test from 'ava'
import { changeOf, changesNothing } from '../../../plugin/change/change.ts'
import { pausedWarning } from '../../../plugin/change/paused.ts'
import { pausing, resuming } from '../../../plugin/pause/pausing.ts'
import { clusterWith } from '../change/stored.ts'

const now = Date.parse('2026-03-01T12:00:00Z')
const notes = {
	'etcd.database.coreos.com/paused-by': 'alice',
	'etcd.database.coreos.com/paused-since': '2026-03-01T09:00:00Z',
	'etcd.database.coreos.com/paused-reason': 'disk swap',
}
const held = clusterWith({ spec: { paused: true }, annotations: { ...notes, mine: 'kept' } })

test('who, since when and why are written beside it', (t) => {
	const { patch } = pausing(clusterWith(), { by: 'alice', reason: 'disk swap', now })
	t.deepEqual(patch, {
		metadata: { annotations: { ...notes, 'etcd.database.coreos.com/paused-since': '2026-03-01T12:00:00Z' } },
		spec: { paused: true },
	})
})

test('paused again it stays whose it was, unless the reason is another', (t) => {
	const again = pausing(held, { by: 'bob', reason: undefined, now })
	t.true(changesNothing(held, changeOf(held, again)))
	t.true(changesNothing(held, changeOf(held, pausing(held, { by: 'bob', reason: 'disk swap', now }))))
	t.false(changesNothing(held, changeOf(held, pausing(held, { by: 'bob', reason: 'another', now }))))
})

test('resumed, nothing of it is left, and what others wrote is', (t) => {
	const { after } = changeOf(held, resuming(held, now))
	t.deepEqual(after.metadata.annotations, { mine: 'kept' })
	t.false('paused' in ((after as typeof held).spec ?? {}))
	const well = clusterWith()
	t.true(changesNothing(well, changeOf(well, resuming(well, now))))
})

test('who changes a paused cluster is told', (t) => {
	t.regex(
		pausedWarning(held, now) ?? '',
		/orders is paused by alice for 3h \(disk swap\); the change is stored/,
	)
	t.is(pausedWarning(clusterWith(), now), undefined)
	t.regex(pausedWarning(clusterWith({ spec: { paused: true } }), now) ?? '', /orders is paused; the change/)
})
