// A spec that goes back while members are on their way: judged again after each of our own writes, it stays good.
import test from 'ava'
import { releases } from '../../api/releases.ts'
import { noteOf } from '../../controller/act/notes.ts'
import type { Observed } from '../../controller/observed.ts'
import { judgeStored } from '../../controller/wanted.ts'
import { look, settled } from './model/look.ts'

const [earlier, later] = [
	{ size: 3, version: '3.5.35' },
	{ size: 3, version: '3.6.16' },
]

/** As it is stored while one of three runs the later minor, and the spec asks for the earlier one again. */
const half = {
	metadata: { name: 'c', namespace: 'n', generation: 3 },
	spec: earlier,
	status: {
		observedGeneration: 3,
		currentVersion: '3.5.35',
		targetVersion: '3.6.16',
		lastGoodSpec: later,
		memberStates: [
			{ name: 'a', version: '3.6.16' },
			{ name: 'b', version: '3.5.35' },
			{ name: 'c', version: '3.5.35' },
		],
	},
}

test('the way back is open while members are on their way', (t) => {
	t.deepEqual(judgeStored(half, true, releases).findings, [])
})

test('and stays open once they have been told to go back, though nothing else was written meanwhile', (t) => {
	const { good, cluster } = judgeStored(half, true, releases)
	const seen: Observed = { ...look(settled(3, 'emptyDir')), specIsGood: good, spec: cluster.spec ?? {} }
	const told = noteOf(seen, { do: 'aim', version: '3.5.35' })
	const after = judgeStored({ ...half, status: { ...half.status, ...told } }, true, releases)
	t.deepEqual(after.findings, [])
	t.is(after.spec?.version, '3.5.35')
})

test('a spec that breaks a rule is not taken for good by that', (t) => {
	const seen: Observed = { ...look(settled(3, 'emptyDir')), specIsGood: false }
	t.deepEqual(noteOf(seen, { do: 'aim', version: '3.6.16' }), { targetVersion: '3.6.16' })
})
