// Who waits with a quota until its volume has room for it. In the worlds that these begin with a leads.
import test from 'ava'
import { releases } from '../../api/releases.ts'
import { plan } from '../../controller/plan.ts'
import { fitting } from '../../controller/rules/volumes.ts'
import { judgeStored } from '../../controller/wanted.ts'
import { all, claim, look, pod, settled } from './model/look.ts'
import { aimed, gone, patch, wants } from './model/roll.ts'
import { planned } from './model/row.ts'
import { asked, each, has, Mi, refused, sized } from './model/volumes.ts'

const three = settled(3, 'claims')

/** Another template, as a quota makes it. */
const quota = (quotaBackendBytes: string | number) =>
	all(asked('128Mi', { quotaBackendBytes }), wants({ template: 'with a quota' }))

planned(
	{
		what: 'a quota that there is no room for yet waits until there is',
		from: look(three, quota('100Mi'), each(has(128, 64))),
		is: { rule: 'roomLacking', do: 'rest' },
		says: /^a, b, c: a quota of 100Mi waits until there is room for it; claim a asks for 128Mi and has 64Mi, claim b/,
	},
	{
		what: 'or is told why there will be none',
		from: look(three, quota('100Mi'), refused()),
		is: { rule: 'roomLacking', do: 'rest' },
		says: /waits until there is room for it; .*StorageClass "fixed" does not let its volumes grow; set its/,
	},
	{
		what: 'who has room for it is rolled',
		from: look(three, quota('100Mi'), each(has(128))),
		is: { rule: 'rolls', do: 'withdraw', name: 'b' },
	},
	{
		what: 'before those who have none',
		from: look(three, quota('100Mi'), each(has(128, 64)), claim('c', has(128))),
		is: { rule: 'rolls', do: 'withdraw', name: 'c' },
	},
	{
		what: 'who was withdrawn for something else serves until there is room',
		from: look(three, quota('100Mi'), each(has(128, 64)), gone('b')),
		is: { rule: 'majorityVotes', do: 'serve', names: ['b'] },
	},
	{
		what: 'another image needs no room',
		from: look(three, quota('100Mi'), each(has(128, 64)), patch, aimed('3.6.17'), gone('b')),
		is: { rule: 'rolls', do: 'changeImage', name: 'b' },
	},
	{
		what: 'a stored quota that never will have room holds up nothing',
		from: look(three, quota('1Gi'), each(has(128))),
		is: { rule: 'rolls', do: 'withdraw', name: 'b' },
	},
	{
		what: 'a quota that is as large as the volume has room',
		from: look(three, quota('64Mi')),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
	},
)

test('who comes back before there is room gets the quota that fits, and is not made anew for that', (t) => {
	const before = look(three, quota('100Mi'), each(has(128, 64)))
	const { wanted } = before
	if (wanted === undefined) throw new Error('nothing is wanted')
	const { spec, template } = fitting(before, wanted, 'b')
	t.is(spec.quotaBackendBytes, 64 * Mi)
	t.not(template, wanted.template)
	const pending = { template, everRan: false, running: false, ready: false, node: undefined }
	const stays = look(three, quota('100Mi'), each(has(128, 64)), pod('b', pending))
	t.not(plan(stays).rule, 'neverRanAsWanted')
	const later = look(three, quota('100Mi'), each(has(128)), pod('b', { template }))
	t.like(plan(later), { rule: 'rolls', do: 'withdraw', name: 'b' })
	t.deepEqual(fitting(later, wanted, 'b'), { spec: wanted.spec, template: wanted.template })
})

test('without a webhook, a quota below what is in use changes nothing', (t) => {
	const before = { ...sized('128Mi'), version: '3.6.16', quotaBackendBytes: '100Mi' }
	const judged = judgeStored(
		{ spec: { ...before, quotaBackendBytes: '50Mi' }, status: { lastGoodSpec: before, dbSize: 60 * Mi } },
		true,
		releases,
	)
	t.deepEqual(
		judged.findings.map(({ rule }) => rule),
		['quotaUnfit'],
	)
	t.regex(judged.findings[0]?.message ?? '', /^50Mi is not more than the 62914560 in use: writes would stop/)
	t.is(judged.spec?.quotaBackendBytes, '100Mi')
})
