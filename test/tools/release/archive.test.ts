import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import test from 'ava'
import { run } from '../../../playground/run.ts'
import { writeTarGz } from '../../../tools/release/archive.ts'

test('an archive is the same to the byte each time, and tar reads it back', async (t) => {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	t.teardown(async () => await rm(dir, { recursive: true }))
	const program = join(dir, 'program')
	const write = async (file: string) => {
		await writeFile(program, 'x'.repeat(100_000))
		return await writeTarGz(
			[
				{ path: 'kubectl-etcd', mode: 0o755, from: program },
				{ path: 'LICENSE', mode: 0o644, text: 'text\n' },
			],
			join(dir, file),
		)
	}
	const one = await write('one.tar.gz')
	await sleep(1100) // another second on the clock
	const other = await write('other.tar.gz')
	t.deepEqual(one, other)
	t.is((await readFile(join(dir, 'one.tar.gz'))).length, one.bytes)
	t.regex((await run('sha256sum', [join(dir, 'one.tar.gz')])).slice(0, 64), new RegExp(`^${one.sha256}$`))
	t.is(
		(await run('tar', ['--utc', '-tvzf', join(dir, 'one.tar.gz')])).replaceAll(/ +/g, ' '),
		'-rwxr-xr-x 0/0 100000 1970-01-01 00:00 kubectl-etcd\n-rw-r--r-- 0/0 5 1970-01-01 00:00 LICENSE\n',
	)
})
