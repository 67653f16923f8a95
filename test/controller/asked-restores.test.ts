// EtcdRestores: what is refused, what must be confirmed, and that a cluster begins anew once and only from a snapshot that is whole.
import test from 'ava'
import { noteOf } from '../../controller/act/notes.ts'
import type { Observed, RestoreAsked } from '../../controller/observed.ts'
import { plan } from '../../controller/plan.ts'
import { but, denied, look, pod, silent, unready } from './model/look.ts'
import { at, id, reborn, snapshot, three } from './model/restoring.ts'
import { planned } from './model/row.ts'

const asks = (change: Partial<RestoreAsked> = {}) =>
	but({ restore: { name: 'again', uid: 'r-1', snapshot, confirms: '', takenAt: undefined, ...change } })

planned(
	{
		what: 'a cluster that holds nothing begins anew',
		from: look(three, at(1n), asks()),
		is: { rule: 'restoreAsked', do: 'rebirth' },
		says: /^EtcdRestore again: the cluster begins anew from orders on claim backups$/,
	},
	{
		what: 'one that answers and holds something stays as it is',
		from: look(three, at(7n), asks()),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'its name is no confirmation, nor is the id of what it was before',
		from: look(three, at(7n), asks({ confirms: 'c' })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'one whose id was named begins anew',
		from: look(three, at(7n), asks({ confirms: id })),
		is: { rule: 'restoreAsked', do: 'rebirth' },
	},
	{
		what: 'one that has lost its quorum begins anew',
		from: look(
			three,
			silent,
			unready('a', 'b', 'c'),
			...['a', 'b', 'c'].map((name) => pod(name, { running: false })),
			asks(),
		),
		is: { rule: 'restoreAsked', do: 'rebirth' },
	},
	{
		what: 'one that is well by its own probes stays as it is',
		from: look(three, silent, asks()),
		is: { rule: 'unheard', do: 'wait' },
	},
	{
		what: 'one whose members have just been started stays as it is',
		from: look(three, silent, unready('a', 'b', 'c'), asks()),
		is: { rule: 'quorumLost', do: 'wait' },
	},
	{
		what: 'one that asks us for a user stays as it is',
		from: look(three, denied, asks()),
		is: { rule: 'locked', do: 'wait' },
	},
	{
		what: 'paused, it waits',
		from: look(three, at(1n), asks(), but({ paused: true })),
		is: { rule: 'paused', do: 'rest' },
	},
	{
		what: 'what was recorded once is not done again',
		from: look(three, at(1n), asks(), (seen: Observed) => ({
			...seen,
			status: { ...seen.status, birth: { ...seen.status.birth, restore: 'r-1' } },
		})),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'who was there before ends first, and no volume goes',
		from: look(three, silent, reborn),
		is: { rule: 'predecessors', do: 'deletePod', name: 'b' },
	},
	{
		what: 'one whose node is gone is not waited for',
		from: look(
			three,
			silent,
			reborn,
			pod('a', 'gone'),
			pod('b', { deleting: true }),
			pod('c', { deleting: true }),
		),
		is: { rule: 'seedMissing', do: 'startMember', name: 'a' },
	},
)

test('what was known of the cluster is forgotten in one write, and revisions rise above all that were heard of', (t) => {
	const seen = look(three, at(5_000_000_000n), asks({ confirms: id, takenAt: 0 }), (one: Observed) => ({
		...one,
		now: 0,
	}))
	const step = plan(seen)
	if (step.do !== 'rebirth') return t.fail(step.do)
	const note = noteOf(seen, step)
	t.like(note, { phase: 'Creating', clusterID: undefined, memberStates: [] })
	t.true('clusterID' in note)
	t.like(note.birth, {
		attempt: 2,
		state: 'forming',
		seed: seen.freshNames[0],
		restore: 'r-1',
		snapshot,
		bump: '6000000000',
	})
	t.false(seen.pods.some(({ name }) => name === note.birth?.seed))
	// From a snapshot of before, once more: what the first restore has handed out stays below.
	const again = {
		...seen,
		status: { ...seen.status, birth: { ...note.birth, state: 'declared' } },
		restore: seen.restore,
	}
	const second = noteOf(
		{ ...again, restore: { ...asked(), uid: 'r-2', takenAt: 0 } },
		{ ...step, attempt: 3, restore: 'r-2' },
	)
	t.is(second.birth?.bump, '7000000000')
	t.is(second.birth?.token?.split('/').at(-1), '3')
})

const asked = (): RestoreAsked => ({ name: 'again', uid: 'r-1', snapshot, confirms: id, takenAt: undefined })
