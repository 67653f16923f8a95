// Tens of thousands of reviews in which anything may be anything, at the running server.
import { Agent } from 'node:https'
import test from 'ava'
import { array, constantFrom, integer, jsonValue, nat, oneof, sample, string, tuple } from 'fast-check'
import { memoryHeld } from '../memory-held.ts'
import { rows } from '../admission/rows/rows.ts'
import { clusterOf, reviewOf, send, verdictOf, webhook } from './support.ts'

const rounds = 12
const perRound = 2000

const heapUsed = (): number => memoryHeld().heapUsed

const atOnce = 8

/** Everything that JSON can say, and some of what people and machines put where something else belongs. */
const anything = oneof(
	jsonValue({ maxDepth: 4 }),
	constantFrom<unknown>(
		null,
		true,
		'',
		'3',
		-1,
		0,
		1e300,
		2 ** 53,
		[],
		{},
		'__proto__',
		'constructor',
		'３',
		'💥',
	),
	string({ unit: 'binary', maxLength: 40 }),
	integer({ min: -10, max: 10 }),
	constantFrom('3.5.35', 'v3.6.16', '3.6', `3.${'9'.repeat(400)}.0`, '3.2.13', '10Gi', '1e999', 'S3'),
)

type Path = readonly (string | number)[]

/** Every place of a value, the value itself included. */
function places(value: unknown, at: Path = []): Path[] {
	if (typeof value !== 'object' || value === null) return [at]
	return [at, ...Object.entries(value).flatMap(([key, inner]) => places(inner, [...at, key]))]
}

function changed(value: unknown, [key, ...rest]: Path, to: unknown): unknown {
	if (key === undefined) return to
	if (Array.isArray(value))
		return value.map((item: unknown, index) => (String(index) === key ? changed(item, rest, to) : item))
	const object = value as Record<string, unknown>
	return { ...object, [key]: changed(object[key], rest, to) }
}

const reviews = rows
	.filter(({ operation }) => operation === 'create' || operation === 'update')
	.map(({ kind, stored, asked, annotations }) =>
		reviewOf({
			kind,
			object: { ...clusterOf(asked), kind, metadata: { name: 'example', annotations: annotations ?? {} } },
			...(stored && { oldObject: { ...clusterOf(stored.spec), kind, status: stored.status } }),
		}),
	)

const mutated = tuple(
	constantFrom(...reviews),
	array(tuple(nat(), anything), { minLength: 1, maxLength: 3 }),
).map(([review, mutations]) =>
	mutations.reduce<unknown>((body, [where, to]) => {
		const all = places(body)
		return changed(body, all[where % all.length] ?? [], to)
	}, review),
)

test('never an answer that is no JSON, never let through what could not be judged, and no memory kept', async (t) => {
	t.timeout(300_000)
	const { port, logged } = await webhook(t)
	const agent = new Agent({ keepAlive: true, maxSockets: atOnce, rejectUnauthorized: false })
	t.teardown(() => agent.destroy())
	const seen = { admitted: 0, refused: 0, rejected: 0 }

	async function one(body: unknown, path: string): Promise<void> {
		const text = JSON.stringify(body)
		const answer = await send(port, text, { path, agent })
		const said: unknown = JSON.parse(answer.text)
		if (answer.status !== 200) {
			t.true([400].includes(answer.status), text)
			t.is(typeof (said as { error: unknown }).error, 'string')
			seen.rejected++
			return
		}
		const { response } = verdictOf(answer)
		const { uid, object } = (body as { request: { uid: string; object: { spec?: { size?: unknown } } } })
			.request
		t.is(response.uid, uid)
		if (response.allowed) seen.admitted++
		else {
			seen.refused++
			t.true((response.status?.message.length ?? 0) > 10, text)
		}
		const size = object?.spec?.size
		if (path === '/validate' && response.allowed && size !== undefined && size !== null)
			t.true(Number.isSafeInteger(size), text)
	}

	const heap: number[] = []
	for (let round = 0; round < rounds; round++) {
		const bodies = sample(mutated, { numRuns: perRound, seed: 20_261_118 + round })
		for (let index = 0; index < bodies.length; index += atOnce)
			await Promise.all(
				bodies.slice(index, index + atOnce).map(async (body, offset) => {
					await one(body, (index + offset) % 4 === 0 ? '/mutate' : '/validate')
				}),
			)
		logged.length = 0
		heap.push(heapUsed())
	}
	const [first = 0, last = 0] = [heap[1], heap.at(-1)]
	t.log({ ...seen, heapMB: heap.map((bytes) => (bytes / 1e6).toFixed(1)).join(' ') })
	t.true(seen.admitted > 500 && seen.refused > 500 && seen.rejected > 500)
	t.true(last < first + 10e6, `the heap grew from ${first} to ${last}`)
})
