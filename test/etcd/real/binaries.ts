// The etcd of every minor, as the playground finds or builds it.
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { minors, type Minor } from '../../../api/releases.ts'
import { dialects, type Dialect } from '../../../etcd/dialect.ts'
import { etcdFamilies } from '../../../playground/images/etcd.ts'
import { architectureHere, unpacked } from '../../../playground/programs/debian.ts'
import { families, programs } from '../../../playground/programs/families.ts'
import { ensurePrograms } from '../../../playground/programs/find.ts'
import { run } from '../../../playground/run.ts'

export interface Etcd {
	readonly minor: Minor
	readonly version: string
	readonly path: string
	readonly etcdutl: string | undefined
	readonly dialect: Dialect
}

const wanted = etcdFamilies.flatMap((family) => programs(family)).filter(({ name }) => name !== 'etcdctl')
const paths = await ensurePrograms(wanted)

async function find(minor: Minor): Promise<Etcd | undefined> {
	const dialect = dialects[minor]
	const family = etcdFamilies.find((name) => name === `etcd-${minor}`)
	if (family !== undefined) {
		const path = paths.get(`${family}/etcd`)
		const etcdutl = paths.get(`${family}/etcdutl`)
		return path === undefined
			? undefined
			: { minor, version: families[family].version, path, etcdutl, dialect }
	}
	// Debian's is the only 3.4 that is easily had.
	const path = join(await unpacked('etcd-server', architectureHere), 'usr/bin/etcd')
	const [, version = ''] = /^etcd Version: (\S+)/.exec(await run(path, ['--version'])) ?? []
	return version.startsWith(`${minor}.`) ? { minor, version, path, etcdutl: undefined, dialect } : undefined
}

const all = await Promise.all(minors.map(async (minor) => [minor, await find(minor)] as const))

export const binaryOf = (minor: Minor): Etcd | undefined => new Map(all).get(minor)

/** Elections go wrong when too many start at once on few cores, and most of a test is waiting. */
const free = Array.from({ length: 18 }, () => Promise.resolve())

async function inTurn(body: () => Promise<void>): Promise<void> {
	const before = free.shift()
	const mine = Promise.withResolvers<undefined>()
	free.push(mine.promise)
	await before
	try {
		await body()
	} finally {
		mine.resolve(undefined)
	}
}

/** What differs between minors does not differ between runtimes: in Bun, the first and the last of them stand for all. */
const inBun = process.env['KUBECTL_ETCD_TESTS_IN'] === 'bun'
const standing = <T>(them: readonly T[]): readonly T[] =>
	inBun ? them.filter((_, index) => index === 0 || index === them.length - 1) : them

/** One test for each minor that is chosen; one whose binary cannot be had here is named as skipped. */
export function everyMinor(
	title: string,
	body: (t: ExecutionContext, etcd: Etcd) => Promise<void>,
	chosen: (dialect: Dialect, minor: Minor) => boolean = () => true,
): void {
	for (const [minor, etcd] of standing(all.filter(([one]) => chosen(dialects[one], one)))) {
		if (etcd === undefined) test.skip(`${minor} ${title}`, (t) => t.pass())
		else test(`${minor} ${title}`, async (t) => await inTurn(async () => await body(t, etcd)))
	}
}

/** Whether it knows an option: it says its version, or complains before it would. */
export async function knows({ path }: Etcd, option: string): Promise<boolean> {
	return await run(path, [option, '--version']).then(
		() => true,
		() => false,
	)
}
