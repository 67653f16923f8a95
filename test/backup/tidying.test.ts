// What has passed is collected each two mebibytes, from the beginning of each pass, and everything is told on.
import test from 'ava'
import { tidying } from '../../backup/tidying.ts'

const mebibyte = 1024 * 1024

test.serial('each two mebibytes, and anew when it is read back', (t) => {
	const before = globalThis.gc
	t.teardown(() => Object.assign(globalThis, { gc: before }))
	let collected = 0
	Object.assign(globalThis, { gc: () => void collected++ })
	const told: (readonly [string, number])[] = []
	const tell = tidying((what: string, bytes) => told.push([what, bytes]))
	for (const [what, bytes, times] of [
		['saving', mebibyte, 0],
		['saving', 2 * mebibyte, 1],
		['saving', 3 * mebibyte, 1],
		['saving', 7 * mebibyte, 2],
		['proving', mebibyte, 2],
		['proving', 2 * mebibyte, 3],
	] as const) {
		tell(what, bytes, undefined)
		t.is(collected, times, `${what} ${bytes}`)
	}
	t.is(told.length, 6)
})

test.serial('nothing is missing where Node has no such flag', (t) => {
	const before = globalThis.gc
	t.teardown(() => Object.assign(globalThis, { gc: before }))
	Object.assign(globalThis, { gc: undefined })
	t.notThrows(() => tidying(() => {})('saving', 9 * mebibyte, undefined))
})
