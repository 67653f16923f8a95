// A mistake of ours: one line for a person, and its stack in a file for us.
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { explain } from '../../plugin/explain.ts'
import { Flags } from '../../plugin/line/flags.ts'
import { terminalOf } from '../../plugin/terminal.ts'

function explained(reason: unknown, cache: string, asJson = false): { code: number; err: string } {
	const env = { XDG_CACHE_HOME: cache, HOME: cache }
	let err = ''
	const terminal = { ...terminalOf(env, new Flags(new Map())), err: (text: string) => void (err += text) }
	const code = explain(reason, { terminal, env, asJson, command: 'status', context: 'prod' })
	return { code, err }
}

test('one line, and a file that nobody else can read', async (t) => {
	const cache = await mkdtemp(join(tmpdir(), 'kubectl-etcd-unexpected-'))
	t.teardown(async () => await rm(cache, { recursive: true }))
	const { code, err } = explained(new TypeError('x is not a function'), cache)
	t.is(code, 1)
	const [first, second = '', ...more] = err.trimEnd().split('\n')
	t.is(first, 'error: this should not have happened: x is not a function')
	t.deepEqual(more, [])
	const [file = ''] = /\/\S+$/.exec(second) ?? []
	t.regex(await readFile(file, 'utf8'), /TypeError: x is not a function[^]*unexpected\.test\.ts/)
	t.is((await stat(file)).mode & 0o777, 0o600)
})

test('where nothing can be written the line is all there is', (t) => {
	const { code, err } = explained(new TypeError('x is not a function'), '/dev/null/nowhere')
	t.deepEqual([code, err], [1, 'error: this should not have happened: x is not a function\n'])
	t.like(JSON.parse(explained('a text', '/dev/null/nowhere', true).err), {
		code: 1,
		message: 'this should not have happened: a text',
	})
})
