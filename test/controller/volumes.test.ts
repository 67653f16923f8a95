// Which claims grow, and what is said of those that do not. In the worlds that these begin with a leads.
import test from 'ava'
import { releases } from '../../api/releases.ts'
import type { Observed } from '../../controller/observed.ts'
import { plan } from '../../controller/plan.ts'
import { leastSize } from '../../controller/rules/volumes.ts'
import { statusOf } from '../../controller/status.ts'
import { judgeStored } from '../../controller/wanted.ts'
import { all, claim, latch, look, member, mute, pod, settled, silent } from './model/look.ts'
import { aimed, gone, patch } from './model/roll.ts'
import { planned } from './model/row.ts'
import { asked, each, has, Mi, refused, sized } from './model/volumes.ts'

const three = settled(3, 'claims')
const field = 'spec.pod.persistentVolumeClaimSpec.resources.requests.storage'

planned(
	{
		what: 'a claim asks for what the spec does',
		from: look(three, asked('128Mi')),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
		says: /^claim a grows from 64Mi to 128Mi$/,
	},
	{
		what: 'one after the other, whether the first has grown or not',
		from: look(three, asked('128Mi'), claim('a', has(128, 64))),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'b' },
	},
	{
		what: 'a number is a size, too',
		from: look(three, asked(128 * Mi)),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
	},
	{
		what: 'a member that is silent may have no room left',
		from: look(three, asked('128Mi'), member('b', { health: mute })),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
	},
	{
		what: 'and so may all of them',
		from: look(three, asked('128Mi'), silent),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
	},
	{
		what: 'also of a member that has no pod just now',
		from: look(three, asked('128Mi'), pod('a', 'gone')),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
	},
	{
		what: 'a claim that has no volume yet cannot grow',
		from: look(three, asked('128Mi'), each(has(128)), claim('a', { ...has(64), bound: false })),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'nor one whose volume is lost',
		from: look(three, asked('128Mi'), each(has(128)), claim('a', { ...has(64), lost: true })),
		is: { rule: 'tooFewMembers', do: 'nameMember' },
	},
	{
		what: 'nor one that goes',
		from: look(three, asked('128Mi'), each(has(128)), claim('a', { ...has(64), deleting: true })),
		is: { rule: 'tooFewMembers', do: 'nameMember' },
	},
	{
		what: 'what has grown is left alone, though its size be written otherwise',
		from: look(three, asked('65536Ki')),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'a volume that is larger than was asked for is large enough',
		from: look(three, asked('128Mi'), each(has(64, 1024))),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'nothing ever shrinks',
		from: look(three, asked('32Mi')),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'what was refused lately is not asked for again',
		from: look(three, asked('128Mi'), refused()),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'after a while it is',
		from: look(three, asked('128Mi'), refused({ lately: false })),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
	},
	{
		what: 'another size is asked for at once',
		from: look(three, asked('96Mi'), refused()),
		is: { rule: 'volumesTooSmall', do: 'growClaim', name: 'a' },
	},
	{
		what: 'a pod comes back on its volume whatever came of that',
		from: look(three, asked('128Mi'), refused(), pod('b', 'gone')),
		is: { rule: 'memberWithoutPod', do: 'startMember', name: 'b' },
	},
	{
		what: 'members are rolled whatever came of that',
		from: look(three, asked('128Mi'), refused(), patch, aimed('3.6.17'), gone('b')),
		is: { rule: 'rolls', do: 'changeImage', name: 'b' },
	},
)

const degraded = (seen: Observed): string => {
	const found = statusOf(seen, plan(seen), '').conditions?.find(({ type }) => type === 'Degraded')
	return `${found?.status} ${found?.reason}: ${found?.message}`
}

const short = (change: Parameters<typeof claim>[1]) =>
	all(asked('128Mi'), each(has(128)), claim('b', has(128, 64)), claim('b', change))
const resize = { failed: false, message: 'FileSystemResizePending: waiting for the node' }

for (const [what, seen, says] of [
	[
		'a class that does not let volumes grow',
		look(three, asked('128Mi'), refused()),
		`True VolumeNotGrown: ${field}: 128Mi is more than the 64Mi of a, b, c, and StorageClass "fixed" does not let its volumes grow; set its allowVolumeExpansion to true if its driver can do that, or put the size back to 64Mi`,
	],
	[
		'the same while it is tried again',
		look(three, asked('128Mi'), refused({ lately: false })),
		`True VolumeNotGrown: ${field}: 128Mi is more than the 64Mi of a, b, c, and StorageClass "fixed" does not let its volumes grow; set its allowVolumeExpansion to true if its driver can do that, or put the size back to 64Mi`,
	],
	[
		'a quota of the namespace, after one has grown',
		look(
			three,
			asked('128Mi'),
			refused({ because: 'Kubernetes says: exceeded quota' }),
			claim('a', has(128)),
		),
		`True VolumeNotGrown: ${field}: 128Mi is more than the 64Mi of b, c, and Kubernetes says: exceeded quota; mend that, or put the size back to 64Mi`,
	],
	['the size was put back', look(three, asked('64Mi'), refused()), 'False Settled: '],
	['volumes grow', look(three, short({ shortMs: 5_000 })), 'False Settled: '],
	[
		'one takes a while',
		look(three, short({ shortMs: 60_000, resize })),
		'False Settled: claim b asks for 128Mi and has 64Mi (FileSystemResizePending: waiting for the node)',
	],
	[
		'one takes too long',
		look(three, short({ shortMs: 301_000 })),
		'True VolumeNotGrown: claim b asks for 128Mi and has 64Mi; kubectl describe pvc b says more',
	],
	[
		'one failed',
		look(three, short({ resize: { failed: true, message: 'ControllerResizeError: no room' } })),
		'True VolumeNotGrown: claim b asks for 128Mi and has 64Mi (ControllerResizeError: no room); kubectl describe pvc b says more',
	],
] as const)
	test(`said: ${what}`, (t) => {
		t.is(degraded(seen), says)
	})

test('the least that the volume of a member has is remembered', (t) => {
	const seen = look(three, asked('128Mi'), claim('b', has(128)))
	t.is(statusOf(seen, plan(seen), '').volumeSize, '64Mi')
	t.is(leastSize(look(three, asked('128Mi'), each(has(128, 64)))), '64Mi', 'growing may fail')
	t.is(leastSize(look(three, asked('64Mi'), each(has(64, 1024)))), '64Mi', 'more than was asked for')
	t.is(leastSize(look(three, asked('128Mi'), each({ bound: false }))), undefined)
	const unused = look(three, asked('128Mi'), claim('a', has(32)), pod('a', 'gone'), latch('a', 'gone'))
	t.is(leastSize(unused), '64Mi')
})

test('without a webhook, a size that every claim has stays, and one that none has may be taken back', (t) => {
	const lastGoodSpec = { ...sized('128Mi'), version: '3.6.16' }
	const findings = (volumeSize: string) =>
		judgeStored(
			{ spec: { ...sized('64Mi'), version: '3.6.16' }, status: { lastGoodSpec, volumeSize } },
			true,
			releases,
		).findings.map(({ rule }) => rule)
	t.deepEqual(findings('128Mi'), ['storageShrinks'])
	t.deepEqual(findings('64Mi'), [])
})
