// How a plan of recovery looks, and what programs read.
import test from 'ava'
import { recoveryDocument } from '../../../plugin/recover/draw.ts'
import { recoveryOf } from '../../../plugin/recover/recovery.ts'
import { left, seen, textOf, withoutAnything } from './plant.ts'

test('the screen of a plan', (t) => {
	const shown = seen([left(0), withoutAnything(1), withoutAnything(2)])
	t.deepEqual(textOf(shown, recoveryOf(shown), 100).split('\n'), [
		'orders  (team-a)  has no quorum. It can go on from one member',
		'KEEP     orders-a   revision 1,204,551   cluster 9a1f',
		'         of those who answer it alone can be gone on from: revision 1,204,551, index 8,812,034',
		'DISCARD  orders-b: its volume is gone',
		'         orders-c: its volume is gone',
		'         their membership only: volumes that are there are kept',
		'STEPS    1  write down that orders goes on from orders-a, and do nothing else until that is over',
		'         2  end the pods of the others, and start nothing on their volumes any more',
		'         3  copy the data of orders-a on its own volume',
		'         4  start orders-a as the only member of the cluster, once',
		'         5  read through it, and compare its revision with the one above',
		'         6  start it as usual: the operator adds 2 learners, one after the other, and lets them vote',
		'         7  take a snapshot',
		'RISK     writes acknowledged by orders-b, orders-c and not by orders-a, after revision 1,204,551,',
		'         are lost',
		'BACKUP   no verified backup is known',
	])
})

test('for programs numbers of 64 bits are texts', (t) => {
	const shown = seen([left(0), withoutAnything(1), withoutAnything(2)])
	const recovery = recoveryOf(shown)
	if (recovery.is !== 'plan') return t.fail()
	const text = JSON.stringify(recoveryDocument(shown, recovery))
	t.regex(text, /"revision":"1204551"/)
	t.regex(text, /"verdict":"plan"/)
})
