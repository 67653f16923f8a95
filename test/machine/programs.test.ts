import { readFile, readdir, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import anyTest, { type ExecutionContext, type TestFn } from 'ava'
import { programs } from '../../playground/programs/families.ts'
import { ensurePrograms, pathOf } from '../../playground/programs/find.ts'
import { attempt, run } from '../../playground/run.ts'
import { ownDirectory } from './support.ts'

const test = anyTest.serial as TestFn

// A small program, built for real into a cache of its own; Go's own cache makes it quick.
const etcdctl = programs('etcd-3.6').filter(({ name }) => name === 'etcdctl')
const script = `
	import { programs } from '${join(import.meta.dirname, '../../playground/programs/families.ts')}'
	import { ensurePrograms } from '${join(import.meta.dirname, '../../playground/programs/find.ts')}'
	const found = await ensurePrograms(programs('etcd-3.6').filter(({ name }) => name === 'etcdctl'))
	console.log([...found.values()].join())`
const builder = ['--input-type=module-typescript', '-e', script]
const unnamed = { KUBECTL_ETCD_PROGRAMS: undefined, KUBEBUILDER_ASSETS: undefined }

/** A cache of our own that is empty; Go's, which would move along with it, stays where it is. */
async function emptyCache(t: ExecutionContext): Promise<NodeJS.ProcessEnv> {
	const GOCACHE = (await run('go', ['env', 'GOCACHE'])).trim()
	return { ...process.env, ...unnamed, GOCACHE, XDG_CACHE_HOME: await ownDirectory(t) }
}

test('two processes that build the same program at once both get it whole', async (t) => {
	const env = await emptyCache(t)
	const [one, other] = await Promise.all(
		[1, 2].map(async () => await attempt(process.execPath, builder, { env })),
	)
	t.is(one?.code, 0, one?.stderr)
	t.is(other?.code, 0, other?.stderr)
	t.is(one?.stdout, other?.stdout)
	t.regex(await run(one?.stdout.trim() ?? '', ['version']), /etcdctl version: 3\.6\./)
	t.regex(one?.stderr ?? '', /building etcd-3\.6\/etcdctl .* \(1 of 1\) done in/)
})

test('a build that is killed resumes, and leaves no half program', async (t) => {
	const cache = await ownDirectory(t)
	const env = { ...process.env, ...unnamed, XDG_CACHE_HOME: cache, GOCACHE: join(cache, 'go-build') } // slow enough to be killed
	const killed = spawn(process.execPath, builder, { env, stdio: 'ignore' })
	const built = async () =>
		await readdir(join(cache, 'kubectl-etcd/programs'), { recursive: true }).catch(() => [])
	while (!(await built()).some((path) => path.endsWith('/etcdctl.lock'))) await sleep(50)
	await sleep(500)
	killed.kill('SIGKILL')
	await once(killed, 'exit')
	t.false((await built()).some((path) => path.endsWith('/etcdctl')))
	t.is((await attempt('pgrep', ['-f', cache])).stdout, '')
	const { code, stdout, stderr } = await attempt(process.execPath, builder, { env })
	t.is(code, 0, stderr)
	t.regex(await run(stdout.trim(), ['version']), /etcdctl version: 3\.6\./)
})

test('a corrupt cache entry is said and built again', async (t) => {
	const env = await emptyCache(t)
	const { stdout } = await attempt(process.execPath, builder, { env })
	const path = stdout.trim()
	await truncate(path, 1000)
	const again = await attempt(process.execPath, builder, { env })
	t.is(again.code, 0, again.stderr)
	t.regex(again.stderr, /etcdctl is not what was built there; building it again/)
	t.regex(await run(path, ['version']), /etcdctl version: 3\.6\./)
	t.false((await attempt(process.execPath, builder, { env })).stderr.includes('building'))
})

test('a build that fails names its log', async (t) => {
	const env = { ...(await emptyCache(t)), GOOS: 'nowhere' }
	const { code, stderr } = await attempt(process.execPath, builder, { env })
	t.is(code, 1)
	const [, log = ''] = /what the Go command said is in (\/\S+)\.\n/.exec(stderr) ?? []
	t.regex(await readFile(log, 'utf8'), /nowhere/)
})

test('a directory that the user names comes first', async (t) => {
	const dir = await ownDirectory(t)
	const kubectl = programs('kubernetes').filter(({ name }) => name === 'kubectl')
	await writeFile(join(dir, 'kubectl'), '#!/bin/sh\n', { mode: 0o755 })
	process.env['KUBEBUILDER_ASSETS'] = dir
	delete process.env['KUBECTL_ETCD_PROGRAMS']
	t.teardown(() => delete process.env['KUBEBUILDER_ASSETS'])
	t.is(dirname(pathOf(await ensurePrograms(kubectl, 'or from kubebuilder'), 'kubernetes/kubectl')), dir)
	t.not(dirname(pathOf(await ensurePrograms(kubectl), 'kubernetes/kubectl')), dir) // nodes need their own version
	t.not(dirname(pathOf(await ensurePrograms(etcdctl), 'etcd-3.6/etcdctl')), dir)
})
