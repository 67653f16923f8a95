// Two downloads into one place would mix their bytes.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { exits } from '../../../plugin/exit.ts'
import { Failure } from '../../../plugin/failure.ts'
import { alone } from '../../../plugin/snapshot/alone.ts'

async function place(t: ExecutionContext): Promise<{ readonly dir: string; readonly part: string }> {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-alone-'))
	t.teardown(async () => await rm(dir, { recursive: true, force: true }))
	return { dir, part: join(dir, 'orders.db.part') }
}

test('one at a time, and then the next', async (t) => {
	const { dir, part } = await place(t)
	{
		await using _ = await alone(part)
		const refused = await t.throwsAsync(alone(part), {
			instanceOf: Failure,
			message: new RegExp(`is being written by another download \\(process ${process.pid}\\)$`),
		})
		t.is(refused?.exit, exits.refused)
		t.deepEqual(await readdir(dir), ['orders.db.part.lock'])
	}
	t.deepEqual(await readdir(dir), [])
	await using _ = await alone(part)
	t.pass()
})

test('what a process left that was killed is taken over, and what nobody can tell is not', async (t) => {
	const { dir, part } = await place(t)
	// Larger than any process has.
	await writeFile(`${part}.lock`, '99999999')
	{
		await using _ = await alone(part)
		t.deepEqual(await readdir(dir), ['orders.db.part.lock'])
	}
	await writeFile(`${part}.lock`, '')
	const refused = await t.throwsAsync(alone(part), { instanceOf: Failure })
	t.regex(refused?.told.next ?? '', /if there is none any more: rm .*\.lock$/)
})
