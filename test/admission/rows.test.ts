// Every row on a real API server: by the schema alone, by the webhook alone, and by both, which is how they are installed.
import test from 'ava'
import { apiVersion } from '../../api/names.ts'
import { pathOf, type Said } from './api.ts'
import { rows } from './rows/rows.ts'
import { stage, type Stage } from './support.ts'

const namespace = 'default'
const numbered = rows.map((row, index) => ({ row, name: row.name ?? `row-${index}` }))

let on: Stage

test.before(async (t) => {
	t.timeout(300_000)
	on = await stage('rows')
	await on.useSchema('types only')
	await on.guardDeletion()
	for (const { row, name } of numbered) {
		if (row.stored === undefined) continue
		const { spec, status, annotations } = row.stored
		const object = { apiVersion, kind: row.kind, metadata: { name, annotations }, ...(spec && { spec }) }
		await on.api.must('POST', pathOf(row.kind, namespace), object)
		if (status)
			await on.api.must(
				'PATCH',
				`${pathOf(row.kind, namespace, name)}/status`,
				{ status },
				'application/merge-patch+json',
			)
	}
})

test.after.always(async () => {
	await on?.[Symbol.asyncDispose]()
})

async function ask({ row, name }: (typeof numbered)[number]): Promise<Said> {
	const path = pathOf(row.kind, namespace, name)
	switch (row.operation) {
		case 'create': {
			const object = {
				apiVersion,
				kind: row.kind,
				metadata: { name, annotations: row.annotations },
				...(row.asked !== undefined && { spec: row.asked }),
			}
			return await on.api.ask('POST', `${pathOf(row.kind, namespace)}?dryRun=All`, object)
		}
		case 'update': {
			const { spec: _, ...stored } = await on.api.must('GET', path)
			const metadata = {
				...(stored['metadata'] as object),
				...(row.annotations && { annotations: row.annotations }),
			}
			const object = { ...stored, metadata, ...(row.asked !== undefined && { spec: row.asked }) }
			return await on.api.ask('PUT', `${path}?dryRun=All`, object)
		}
		case 'scale': {
			const stored = await on.api.must('GET', `${path}/scale`)
			return await on.api.ask('PUT', `${path}/scale?dryRun=All`, { ...stored, spec: { replicas: row.asked } })
		}
		case 'delete':
			return await on.api.ask('DELETE', `${path}?dryRun=All`)
	}
}

const isRefused = ({ status }: Said): boolean => status >= 400

/** Which rules refused; one may have more than one thing to say. */
function causes({ body }: Said): string[] {
	const { causes: all = [] } = (body['details'] ?? {}) as { readonly causes?: readonly { reason: string }[] }
	return [...new Set(all.map(({ reason }) => reason))].toSorted()
}

test.serial('— by the schema alone', async (t) => {
	await on.useSchema('whole')
	t.pass()
})

for (const one of numbered)
	test.serial(`by the schema: ${one.row.operation} ${one.row.kind}: ${one.row.title}`, async (t) => {
		const { bySchema, refused, operation } = one.row
		const said = await ask(one)
		t.true([200, 201, 403, 422].includes(said.status), said.message)
		t.is(
			isRefused(said),
			bySchema !== false || (operation === 'delete' && Object.keys(refused).length > 0),
			said.message,
		)
		if (bySchema === true)
			t.true(
				Object.values(refused).some((part) =>
					said.message.includes(part.replace(/^\S+ is (?=more|no )/, '')),
				),
				said.message,
			)
	})

test.serial('— by the webhook alone', async (t) => {
	await on.useSchema('types only')
	await on.startWebhook()
	t.pass()
})

for (const one of numbered.filter(({ row }) => row.operation !== 'delete'))
	test.serial(`by the webhook: ${one.row.operation} ${one.row.kind}: ${one.row.title}`, async (t) => {
		const { refused, warned } = one.row
		const said = await ask(one)
		t.is(isRefused(said), Object.keys(refused).length > 0, said.message)
		if (isRefused(said)) {
			t.is(said.status, 422)
			t.deepEqual(causes(said), Object.keys(refused).toSorted())
			t.regex(said.message, /^admission webhook "validate\.etcd\.database\.coreos\.com" denied the request: /)
		}
		for (const part of Object.values(refused)) t.true(said.message.includes(part), said.message)
		const parts = Object.values(warned).map((part) => part.slice(0, 50))
		const cut = said.warnings.filter((warning) => warning.endsWith('...')) // as long as the API server takes them
		for (const part of parts)
			t.true(
				cut.length > 0 || said.warnings.some((warning) => warning.includes(part)),
				said.warnings.join('\n'),
			)
		for (const warning of said.warnings)
			t.true(cut.includes(warning) || parts.some((part) => warning.includes(part)), warning)
		t.is(said.warnings.length > 0, parts.length > 0)
	})

test.serial('— by both, as installed', async (t) => {
	await on.useSchema('whole')
	t.pass()
})

for (const one of numbered)
	test.serial(`as installed: ${one.row.operation} ${one.row.kind}: ${one.row.title}`, async (t) => {
		const { refused } = one.row
		const said = await ask(one)
		t.is(isRefused(said), Object.keys(refused).length > 0, said.message)
	})

test('which rows the schema decides is known', (t) => {
	const refusals = rows.filter(({ refused }) => Object.keys(refused).length > 0)
	const decided = refusals.filter(({ bySchema }) => bySchema !== false)
	t.log(`${rows.length} rows, ${refusals.length} refused, ${decided.length} of them by the schema alone`)
	t.true(decided.length >= 40)
})
