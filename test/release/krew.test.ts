// A release goes through krew itself: its check, an installation for every platform, an index of our own, and out again.
import { readFile, readdir, readlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import anyTest, { type TestFn } from 'ava'
import { attempt, run } from '../../playground/run.ts'
import { archiveOf, executableOf, nameOf, platforms } from '../../tools/release/platforms.ts'
import { release } from '../../tools/release/release.ts'
import { platformHere } from '../../tools/release/runtime.ts'
import { fresh, git, krewIn, left, makeIndex, type Krew } from './krew.ts'
import { folder, serve } from './support.ts'

interface Context extends Krew {
	/** What was released, and where it is served. */
	dist: string
	address: string
	manifest: string
	version: string
	/** A git repository as an index of krew is one, with the manifest in it. */
	index: string
}

const test = anyTest.serial as TestFn<Context>
const resources = new AsyncDisposableStack()

test.before(async (t) => {
	t.timeout(600_000)
	const { path } = resources.use(await folder())
	const krew = await krewIn(path)
	const dist = join(path, 'dist')
	const { address } = resources.use(await serve(dist))
	await release({ platforms, output: dist, from: address })
	const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
	t.context = {
		dist,
		address,
		version,
		manifest: join(dist, 'plugins/etcd.yaml'),
		...krew,
		index: await makeIndex(path, dist),
	}
})
test.after.always(async () => await resources.disposeAsync())

const validated = async ({ validate, programs: bin }: Context, manifest: string) =>
	await attempt(validate, ['-manifest', manifest], { env: { PATH: `${bin}:/usr/bin:/bin` } })

test('krew’s own check takes the manifest, having fetched and installed each platform', async (t) => {
	t.timeout(300_000)
	const { code, stderr } = await validated(t.context, t.context.manifest)
	t.is(code, 0, stderr)
	t.regex(stderr, new RegExp(`all ${platforms.length} spec.platforms installed fine`))
})

test('krew’s own check refuses an archive with another sum', async (t) => {
	await using elsewhere = await folder()
	const manifest = join(elsewhere.path, 'etcd.yaml')
	const text = await readFile(t.context.manifest, 'utf8')
	await writeFile(manifest, text.replace(/sha256: \S+/, `sha256: "${'0'.repeat(64)}"`))
	const { code, stderr } = await validated(t.context, manifest)
	t.not(code, 0)
	t.regex(stderr, /checksum does not match/)
})

for (const platform of platforms)
	test(`krew installs the archive for ${nameOf(platform)}, and uninstalls all of it`, async (t) => {
		await using root = await folder()
		const env = await fresh(t.context, root, platform)
		const archive = join(t.context.dist, archiveOf(platform, t.context.version))
		await run('kubectl', ['krew', 'install', `--manifest=${t.context.manifest}`, `--archive=${archive}`], {
			env,
		})
		const store = join(root.path, 'store/etcd', `v${t.context.version}`)
		t.deepEqual(
			(await readdir(store)).toSorted(),
			['LICENSE', 'THIRD-PARTY.txt', executableOf(platform)].toSorted(),
		)
		if (platform.os !== 'windows')
			t.is(await readlink(join(root.path, 'bin/kubectl-etcd')), join(store, executableOf(platform)))
		await run('kubectl', ['krew', 'uninstall', 'etcd'], { env })
		t.deepEqual(await left(root), [])
	})

test('the installed plugin is found and run by kubectl', async (t) => {
	await using root = await folder()
	const env = await fresh(t.context, root, platformHere())
	const archive = join(t.context.dist, archiveOf(platformHere(), t.context.version))
	const how = [`--manifest=${t.context.manifest}`, `--archive=${archive}`]
	const { stderr } = await attempt('kubectl', ['krew', 'install', ...how], { env })
	t.regex(stderr, /kubectl etcd completion --install/)
	t.regex(await run('kubectl', ['plugin', 'list'], { env }), /\/bin\/kubectl-etcd\n/)
	t.regex(
		await run('kubectl', ['etcd', 'version', '--client'], { env }),
		new RegExp(`v?${t.context.version.replaceAll('.', '\\.')}`),
	)
})

test('an index of our own installs it, and upgrades it when a later manifest is committed', async (t) => {
	await using root = await folder()
	const env = await fresh(t.context, root, platformHere())
	await run('kubectl', ['krew', 'install', 'ours/etcd'], { env })
	t.regex(await run('kubectl', ['krew', 'list'], { env }), /ours\/etcd/)

	const text = await readFile(t.context.manifest, 'utf8')
	await writeFile(
		join(t.context.index, 'plugins/etcd.yaml'),
		text.replace(/version: v\S+/, 'version: v999.0.0'),
	)
	await git(t.context.index, 'commit', '--quiet', '--all', '--message=Another')
	await run('kubectl', ['krew', 'update'], { env })
	await run('kubectl', ['krew', 'upgrade', 'etcd'], { env })
	t.deepEqual(await readdir(join(root.path, 'store/etcd')), ['v999.0.0'])
	t.is((await attempt('kubectl', ['etcd', '--help'], { env })).code, 0)
})
