// The line of time, as wide as its room.
import test from 'ava'
import { strip } from '../../../plugin/screen/strip.ts'

const axis = { from: 0, to: 100, width: 33, ascii: true, order: '!RLU', label: (at: number) => String(at) }
const at = (...points: readonly (readonly [number, string])[]) =>
	points.map(([time, letter]) => ({ at: time, letter }))

test('letters stand where things happened, at both ends, too', (t) => {
	t.is(strip(at([0, 'L'], [50, 'U'], [100, '!']), axis), '0 L------------U------------! 100')
	t.is(strip([], { ...axis, ascii: false, width: 17 }), '0 ─────────── 100')
})

test('the gravest hides the others, whatever their order', (t) => {
	const points = at([50, '!'], [50, 'x'], [50, 'U'], [50, 'L'])
	for (const some of [points, points.toReversed()])
		t.is(strip(some, { ...axis, width: 17 })?.includes('!'), true)
	t.false(strip(points.slice(1), axis)?.includes('x'))
	t.true(strip(points.slice(1), axis)?.includes('L'))
})

test('it is exactly as wide as it may be, and not there where it has no room', (t) => {
	for (let width = 16; width < 200; width += 7) t.is(strip(at([3, '!']), { ...axis, width })?.length, width)
	t.is(strip([], { ...axis, width: 15 }), undefined)
})

test('what is before or after is not drawn; one moment is the end of the line', (t) => {
	t.false(/[!L]/.test(strip(at([-1, '!'], [101, 'L']), axis) ?? '!'))
	t.is(strip(at([5, 'L']), { ...axis, from: 5, to: 5, width: 14 }), '5 ---------L 5')
})
