// What ends is asked for again in time, once for all who wait.
import test from 'ava'
import { kept } from '../../store/kept.ts'

const hour = 3_600_000

test('asked for once, and again before it ends', async (t) => {
	let [now, asked] = [0, 0]
	const ask = kept(
		async () => await Promise.resolve({ value: ++asked, endsAt: now + hour }),
		() => now,
	)
	t.deepEqual(await Promise.all([ask(), ask(), ask()]), [1, 1, 1])
	now = hour - 6 * 60_000
	t.is(await ask(), 1)
	now = hour - 4 * 60_000
	t.is(await ask(), 2)
})

test('what lives for a minute is kept for half of it', async (t) => {
	let [now, asked] = [0, 0]
	const ask = kept(
		async () => await Promise.resolve({ value: ++asked, endsAt: now + 60_000 }),
		() => now,
	)
	await ask()
	now = 29_000
	t.is(await ask(), 1)
	now = 31_000
	t.is(await ask(), 2)
})

test('while nobody gives a new one the old one serves to its end', async (t) => {
	let [now, isDown] = [0, false]
	const ask = kept(
		async () => {
			if (isDown) throw new Error('down')
			return await Promise.resolve({ value: 'a', endsAt: now + hour })
		},
		() => now,
	)
	await ask()
	isDown = true
	now = hour - 1000
	t.is(await ask(), 'a')
	now = hour + 1000
	await t.throwsAsync(ask(), { message: 'down' })
	isDown = false
	t.is(await ask(), 'a')
})
