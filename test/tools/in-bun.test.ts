// The tests that run in Bun, too: they really do, and what is left out is there to be left out.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { folders, leftOut } from '../../tools/in-bun/shared.ts'

test('tests run in what the stage says', (t) => {
	const runtime = process.versions['bun'] === undefined ? 'node' : 'bun'
	t.is(runtime, process.env['KUBECTL_ETCD_TESTS_IN'] ?? 'node')
})

for (const [path, why] of Object.entries(leftOut))
	test(`${path} is a test of these folders, and is left out for a reason`, (t) => {
		t.true(existsSync(join(import.meta.dirname, '..', path)))
		t.true(folders.includes(path.split('/')[0] ?? ''))
		t.regex(why, /^\S.{20,}/)
	})
