// What kubectl etcd doctor says, to programs and to people, and whether that is what was planted and nothing else.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { plugin } from '../plugin.ts'

export interface Planted {
	/** What was done to the cluster. */
	readonly what: string
	readonly id: string
	readonly is: 'problem' | 'warning' | 'unknown' | 'note'
	readonly says: RegExp
}

interface Finding {
	readonly id: string
	readonly severity: string
	readonly message: string
	readonly next?: string
}

interface Diagnosis {
	readonly exitCode: number
	readonly checks: readonly {
		readonly id: string
		readonly findings: readonly Omit<Finding, 'id'>[]
	}[]
}

/** Of these a machine that is busy with other things may really be ill. */
const measured = ['D07', 'D08', 'D09']

/** What is told of a healthy cluster, too; changes over the connection of these tests have no name. */
const usual: readonly RegExp[] = [
	/^no backups are configured$/,
	/^not compared now; /,
	/^the quota \(/,
	/^fields of the spec are kept by unknown: /,
]

const marks: Readonly<Record<string, string>> = { problem: '✖', warning: '!', unknown: '?', note: '·' }

export interface Asked {
	/** `orders -n NAMESPACE`, and flags. */
	readonly args: readonly string[]
	readonly exit: number
	/** Of several at once each is named by itself. */
	readonly planted: readonly Planted[]
	/** What else follows from them, and is no false alarm. */
	readonly besides?: readonly RegExp[]
}

interface Look {
	/** For people, a moment later. */
	readonly screen: { readonly code: number; readonly out: string }
	readonly code: number
	readonly exitCode: number
	readonly findings: readonly Finding[]
	readonly err: string
}

async function looked(args: readonly string[]): Promise<Look> {
	const { code, out, err } = await plugin(['doctor', ...args, '-o', 'json'])
	const screen = await plugin(['doctor', ...args, '--color=never'], { COLUMNS: '1000' })
	if (out === '') return { screen, code, exitCode: code, findings: [], err }
	const { exitCode, checks } = JSON.parse(out) as Diagnosis
	const findings = checks.flatMap(({ id, findings: own }) => own.map((one) => ({ id, ...one })))
	return { screen, code, exitCode, findings, err }
}

/** The line of it. */
function drawnIn(screen: string, { id, is, says }: Planted): string | undefined {
	return screen.split('\n').find((line) => {
		const [, mark, own, text = ''] = /^(\S) (D\d\d) \S+ +(.*)$/.exec(line) ?? []
		return mark === marks[is] && own === id && says.test(text.trim())
	})
}

const isSaid = ({ id, is, says }: Planted, { findings }: Look): boolean =>
	findings.some((one) => one.id === id && one.severity === is && says.test(one.message))

/** Nothing else is amiss: whatever is neither planted, nor its consequence, nor usual is a false alarm. */
function strangers({ findings }: Look, { planted, besides = [] }: Asked): readonly string[] {
	const isOurs = ({ id, severity, message }: Finding): boolean =>
		planted.some((one) => one.id === id && one.is === severity && one.says.test(message)) ||
		[...besides, ...usual].some((one) => one.test(message))
	return findings
		.filter((one) => !isOurs(one))
		.map(({ id, severity, message }) => `${id} ${severity}: ${message}`)
}

const isRight = (seen: Look, asked: Asked): boolean =>
	seen.code === asked.exit &&
	seen.screen.code === asked.exit &&
	asked.planted.every((one) => isSaid(one, seen) && drawnIn(seen.screen.out, one) !== undefined) &&
	strangers(seen, asked).length === 0

/** The operator and etcd take a while until they know. */
const withinMs = 60_000

export async function named(t: ExecutionContext, asked: Asked): Promise<void> {
	const judged = new Set(asked.planted.map(({ id }) => id))
	const skipped = measured.filter((id) => !judged.has(id)).join()
	const args = [...asked.args, ...(skipped ? ['--skip', skipped] : [])]
	let seen = await looked(args)
	for (const until = performance.now() + withinMs; !isRight(seen, asked) && performance.now() < until;) {
		await sleep(500)
		seen = await looked(args)
	}
	const all = seen.findings.map(({ id, severity, message }) => `${id} ${severity}: ${message}`).join('\n')
	t.is(seen.code, asked.exit, `${all}${seen.err}`)
	t.is(seen.exitCode, asked.exit)
	t.is(seen.screen.code, asked.exit, seen.screen.out)
	t.deepEqual(strangers(seen, asked), [])
	for (const { next = '' } of seen.findings)
		if (/^kubectl etcd (?!rbac|install)/.test(next)) t.true(next.includes(` test -n ${asked.args[2]}`), next)
	for (const one of asked.planted) {
		t.true(isSaid(one, seen), `${one.what}: ${one.id} ${one.is} ${one.says} is not among\n${all}`)
		const drawn = drawnIn(seen.screen.out, one)
		t.truthy(drawn, `${one.what}: not on the screen\n${seen.screen.out}`)
		t.log(`planted: ${one.what}; said: ${drawn?.replaceAll(/ +/g, ' ')} (exit ${asked.exit}); ok`)
	}
}

/** Nothing is found at all. */
export async function nothingFound(
	t: ExecutionContext,
	what: string,
	args: readonly string[],
): Promise<void> {
	await named(t, { args, exit: 0, planted: [] })
	t.log(`planted: nothing, ${what}; said: nothing (exit 0); ok`)
}
