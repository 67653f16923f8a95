// Steps as lines: the one under way moves where lines can be written again, and elsewhere each is written once.
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { lookOf } from '../../../plugin/screen/look.ts'
import { Moving } from '../../../plugin/screen/moving.ts'
import { stepLine } from '../../../plugin/screen/steps.ts'

const plain = lookOf({ colour: false, ascii: false, width: undefined })
const ascii = lookOf({ colour: false, ascii: true, width: 30 })

test('a step says how it is, who, what and how long', (t) => {
	t.is(
		stepLine({ name: 'a', state: 'done', text: '1Gi → 1Mi', seconds: 7.1 }, 3, plain),
		'  ✔ a     1Gi → 1Mi   7.1s',
	)
	t.is(stepLine({ name: 'abc', state: 'waiting', text: '' }, 3, plain), '  · abc')
	t.is(
		stepLine({ name: 'abc', state: 'failed', text: 'no → answer at all, and more' }, 3, ascii),
		'  X abc   no -> answer at a...',
	)
})

const written = (isTerminal: boolean): { readonly texts: string[]; readonly moving: Moving } => {
	const texts: string[] = []
	return {
		texts,
		moving: new Moving((text) => texts.push(text), { isTerminal, look: plain, names: ['a', 'bb'] }),
	}
}

test('on a terminal one line moves until its step has ended', async (t) => {
	const { texts, moving } = written(true)
	moving.now('a', 'works')
	await sleep(500)
	moving.ended({ name: 'a', state: 'done', text: 'worked' })
	const count = texts.length
	await sleep(300)
	t.is(texts.length, count)
	t.true(count >= 3, texts.join('|'))
	for (const text of texts) t.true(text.startsWith('\r\u001b[K'), text)
	t.is(texts.filter((text) => text.includes('\n')).length, 1)
	t.regex(texts.at(-1) ?? '', /✔ a {4}worked\n$/)
})

test('elsewhere there is a line for each step that ended', (t) => {
	const { texts, moving } = written(false)
	moving.now('a', 'works')
	moving.ended({ name: 'a', state: 'done', text: 'worked' })
	moving.now('bb', 'works')
	moving.clear()
	t.deepEqual(texts, ['  ✔ a    worked\n'])
})
