// What kubectl etcd recover --plan says of a cluster that lost its quorum, beside what is true of it; and that it changed nothing.
import { setTimeout as sleep } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import { kubectl } from '../support.ts'
import { plugin } from '../plugin.ts'

/** What is known about a loss by whoever planted it. */
export interface Truth {
	readonly keep: string
	/** The last revision that it holds; a write after it is not there. */
	readonly revision: bigint
	readonly discard: readonly string[]
	readonly waitFor?: readonly string[]
	/** Of what is said about who is kept and who is not. */
	readonly says?: readonly RegExp[]
}

interface Plan {
	readonly verdict: string
	readonly keep?: { readonly name: string; readonly revision: string; readonly because: readonly string[] }
	readonly discard?: readonly { readonly name: string; readonly because: string }[]
	readonly waitFor?: readonly { readonly name: string }[]
	readonly risk?: string
}

interface Objects {
	readonly items: readonly {
		readonly kind: string
		readonly metadata: {
			readonly name: string
			readonly uid: string
			readonly generation?: number
			readonly resourceVersion: string
			readonly deletionTimestamp?: string
			readonly annotations?: object
			readonly labels?: object
		}
		readonly spec: object
	}[]
}

/** All that recover could change, but for what kubelets and the operator write into a status by themselves. */
async function there(namespace: string): Promise<string> {
	const kinds = 'etcdclusters,pods,persistentvolumeclaims,secrets,services,poddisruptionbudgets'
	const { items } = JSON.parse(await kubectl('-n', namespace, 'get', kinds, '-o', 'json')) as Objects
	return JSON.stringify(
		items.map(({ kind, metadata, spec }) => {
			const { name, uid, generation, deletionTimestamp, annotations, labels } = metadata
			return [kind, name, uid, generation, deletionTimestamp, annotations, labels, spec]
		}),
	)
}

/** Until those that work on a loss by themselves are done. */
async function settled(namespace: string): Promise<string> {
	for (let [before, quiet] = ['', 0]; ; await sleep(250)) {
		const now = await there(namespace)
		quiet = now === before ? quiet + 1 : 0
		if (quiet === 4) return now
		before = now
	}
}

const grouped = (value: bigint): string => value.toString().replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** Of both forms; what cannot be retried is asked once. */
async function asked(namespace: string, exit: number): Promise<{ readonly json: string; screen: string }> {
	const args = ['recover', 'test', '-n', namespace, '--plan']
	const before = await settled(namespace)
	let json = await plugin([...args, '-o', 'json'])
	// What Kubernetes knows of nodes and pods comes a while after it is so.
	for (let tries = 0; json.code !== exit && tries < 60; tries++) {
		await sleep(500)
		json = await plugin([...args, '-o', 'json'])
	}
	const screen = await plugin([...args, '--color=never'], { COLUMNS: '1000' })
	if (json.code !== exit || screen.code !== exit)
		throw new Error(
			`ended with ${json.code} and ${screen.code} instead of ${exit}:\n${json.out}${json.err}${screen.err}`,
		)
	if ((await settled(namespace)) !== before) throw new Error('something was changed')
	return { json: json.out || json.err, screen: screen.out || screen.err }
}

const names = (all: readonly { readonly name: string }[] = []): readonly string[] =>
	all.map(({ name }) => name).toSorted()

export async function planned(
	t: ExecutionContext,
	what: string,
	namespace: string,
	truth: Truth,
): Promise<void> {
	const { json, screen } = await asked(namespace, 0)
	const plan = JSON.parse(json) as Plan
	const { keep, discard = [], risk = '' } = plan
	t.is(plan.verdict, 'plan')
	t.is(keep?.name, truth.keep, json)
	t.is(keep?.revision, truth.revision.toString(), json)
	t.deepEqual(names(discard), truth.discard.toSorted(), json)
	t.deepEqual(names(plan.waitFor), (truth.waitFor ?? []).toSorted(), json)
	const revision = grouped(truth.revision)
	const sentence = new RegExp(
		`^writes acknowledged by (.+) and not by ${truth.keep}, after revision ${revision}, are lost$`,
	)
	t.regex(risk, sentence)
	const told = [...(keep?.because ?? []), ...discard.map(({ name, because }) => `${name}: ${because}`)]
	for (const says of truth.says ?? [])
		t.true(
			told.some((one) => says.test(one)),
			`${says} is not among\n${told.join('\n')}`,
		)
	t.regex(screen, new RegExp(`^KEEP +${truth.keep} +revision ${revision} `, 'm'))
	for (const one of told) t.true(screen.includes(one), `"${one}" is not on the screen\n${screen}`)
	for (const name of truth.waitFor ?? []) t.regex(screen, new RegExp(`^WAIT[^]*${name}[^]*^KEEP`, 'm'))
	t.is(/^WAIT/m.test(screen), (truth.waitFor ?? []).length > 0, screen)
	t.true(screen.includes(`RISK     ${risk}`), screen)
	const waits = truth.waitFor?.length ? `wait for ${names(plan.waitFor).join(' and ')}, else ` : ''
	t.log(
		`planted: ${what}; said: ${waits}keep ${truth.keep} at revision ${revision}, discard ${names(discard).join(', ')}; ${risk} (exit 0); nothing was changed; ok`,
	)
}

/** Where there is no plan: why not. */
export async function refused(
	t: ExecutionContext,
	what: string,
	namespace: string,
	exit: number,
	says: RegExp,
): Promise<void> {
	const { json, screen } = await asked(namespace, exit)
	t.regex(json, says)
	t.regex(screen, says)
	const [line = ''] = screen.split('\n').filter((one) => says.test(one))
	t.log(`planted: ${what}; said: ${line.trim()} (exit ${exit}); nothing was changed; ok`)
}
