// Every test is run by one stage of npm test, but for those that only shows run.
import { globSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { places } from '../../tools/places.ts'

const root = join(import.meta.dirname, '../..')

const isIn = (file: string, place: string): boolean =>
	place.endsWith('/*.test.ts')
		? file.startsWith(place.slice(0, -'*.test.ts'.length)) &&
			!file.slice(place.length - '*.test.ts'.length).includes('/')
		: file.startsWith(`${place}/`)

test('each file is in one stage', (t) => {
	const files = globSync('test/**/*.test.ts', { cwd: root }).filter(
		(file) => !file.startsWith('test/live/shown/'),
	)
	t.true(files.length > 300)
	const all = Object.values(places).flat()
	for (const file of files) t.is(all.filter((place) => isIn(file, place)).length, 1, file)
})

test('each place has a test', (t) => {
	const files = globSync('test/**/*.test.ts', { cwd: root })
	for (const place of Object.values(places).flat())
		t.true(
			files.some((file) => isIn(file, place)),
			place,
		)
})
