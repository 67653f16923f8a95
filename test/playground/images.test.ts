import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { writeArchive, type Image } from '../../playground/images/archive.ts'
import { run } from '../../playground/run.ts'

const image = (from: string): Image => ({
	name: 'example.test/some/image:v1',
	architecture: 'amd64',
	layers: [
		[
			{ path: 'bin', mode: 0o755, directory: true },
			{ path: 'bin/program', mode: 0o755, from },
			{ path: 'bin/other', linkTo: 'program' },
		],
		[{ path: `${'deep/'.repeat(22)}file`, mode: 0o644, text: 'text\n' }],
	],
	entrypoint: ['/bin/program'],
	user: '65532:65532',
})

test('an archive is the same to the byte each time, and tar reads its layers back', async (t) => {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	t.teardown(async () => await rm(dir, { recursive: true }))
	const program = join(dir, 'program')
	await writeFile(program, 'x'.repeat(1000))
	const [one, other] = [join(dir, 'one.tar'), join(dir, 'other.tar')]
	t.is(await writeArchive(image(program), one), await writeArchive(image(program), other))
	t.deepEqual(await readFile(one), await readFile(other))

	await run('tar', ['-xf', one, '-C', dir])
	const index = JSON.parse(await readFile(join(dir, 'index.json'), 'utf8')) as {
		manifests: { digest: string }[]
	}
	const blob = async <T>(digest: string): Promise<T> =>
		JSON.parse(await readFile(join(dir, 'blobs/sha256', digest.slice(7)), 'utf8')) as T
	const manifest = await blob<{ config: { digest: string }; layers: { digest: string }[] }>(
		index.manifests[0]?.digest ?? '',
	)
	const config = await blob<{ config: { User: string }; rootfs: { diff_ids: string[] } }>(
		manifest.config.digest,
	)
	t.is(config.config.User, '65532:65532')
	t.deepEqual(
		config.rootfs.diff_ids,
		manifest.layers.map(({ digest }) => digest),
	)
	const files = await Promise.all(
		manifest.layers.map(
			async ({ digest }) => await run('tar', ['-tvf', join(dir, 'blobs/sha256', digest.slice(7))]),
		),
	)
	t.regex(files.join(''), /-rwxr-xr-x 0\/0 +1000 1970-01-01 00:00 bin\/program\n/)
	t.regex(files.join(''), /bin\/other -> program/)
	t.regex(files.join(''), /deep\/deep\/file\n/)
})

test('a path that no tar header holds is refused', async (t) => {
	const dir = await mkdtemp(join(tmpdir(), 'kubectl-etcd-test-'))
	t.teardown(async () => await rm(dir, { recursive: true }))
	const wrong: Image = { ...image(''), layers: [[{ path: 'x'.repeat(120), mode: 0o644, text: '' }]] }
	await t.throwsAsync(writeArchive(wrong, join(dir, 'wrong.tar')), { message: /too long for a tar archive/ })
})
