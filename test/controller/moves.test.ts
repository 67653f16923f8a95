// From one minor to the next and back: what is looked at first, and what is held up meanwhile.
import { claim, etcd, latch, look, member, mute, pod, settled } from './model/look.ts'
import { aimed, broken, compared, everywhere, gone, next, runs, wants, washed } from './model/roll.ts'
import { planned } from './model/row.ts'
import { alarm, compacted, gaveBack, have } from './model/upkeep.ts'

const [three, onClaims] = [settled(3, 'emptyDir'), settled(3, 'claims')]

planned(
	{
		what: 'members are asked whether they hold the same before a minor is left',
		from: look(three, next),
		is: { rule: 'rolls', do: 'compare' },
		says: /upgrading 3\.6 to 3\.7/,
	},
	{
		what: 'that once, and then logs begin anew, whatever the cluster was born with: it may have been down in between',
		from: look(three, next, compared),
		is: { rule: 'rolls', do: 'wash' },
		says: /^upgrading 3\.6 to 3\.7: every member begins its log anew first, since it may hold what 3\.7 cannot read$/,
	},
	{
		what: 'that once, and then what is meant is written down',
		from: look(three, next, compared, washed),
		is: { rule: 'rolls', do: 'aim' },
	},
	{
		what: 'not with an alarm that nothing can be done about',
		from: look(three, next, alarm('NOSPACE', 'b1'), have(100, 90), compacted(1000), gaveBack(500, 'b1')),
		is: { rule: 'rolls', do: 'wait' },
		says: /once etcd’s alarm NOSPACE of b1 is gone$/,
	},
	{
		what: 'not while members still speak an earlier one',
		from: look(
			three,
			next,
			etcd(() => ({ clusterVersion: '3.5' })),
		),
		is: { rule: 'rolls', do: 'wait' },
		says: /once members speak 3\.6; they speak 3\.5$/,
	},
	{
		what: 'not over a minor',
		from: look(three, next, everywhere('3.5.35', 'a', 'b', 'c')),
		is: { rule: 'rolls', do: 'halt', reason: 'TooFar' },
		says: /^3\.7\.3 is more than one minor from 3\.5; go minor by minor$/,
	},
	{
		what: 'once begun it goes on',
		from: look(three, next, aimed('3.7.3'), runs('b', '3.7.3')),
		is: { rule: 'rolls', do: 'withdraw', name: 'c' },
	},
	{
		what: 'meanwhile nobody leaves at a wish',
		from: look(three, next, aimed('3.7.3'), runs('b', '3.7.3'), wants({ size: 1 })),
		is: { rule: 'rolls', do: 'withdraw', name: 'c' },
	},
	{
		what: 'nor does anybody join',
		from: look(three, next, aimed('3.7.3'), runs('b', '3.7.3'), wants({ size: 5 })),
		is: { rule: 'rolls', do: 'withdraw', name: 'c' },
	},
	{
		what: 'but who was lost is replaced',
		from: look(
			three,
			next,
			aimed('3.7.3'),
			runs('b', '3.7.3'),
			pod('c', 'gone'),
			member('c', { health: mute }),
		),
		is: { rule: 'memberLost', do: 'removeMember', name: 'c' },
	},
	{
		what: 'of two that are left on the way to one, one leaves before the other is stopped',
		from: look(
			three,
			next,
			aimed('3.7.3'),
			runs('b', '3.7.3'),
			pod('c', 'gone'),
			member('c', 'gone'),
			latch('c', 'gone'),
			wants({ size: 1 }),
		),
		is: { rule: 'tooManyMembers', do: 'removeMember', name: 'b' },
	},
	{
		what: 'and before the next is stopped, who would take the quorum along',
		from: look(
			three,
			next,
			aimed('3.7.3'),
			runs('b', '3.7.3'),
			pod('c', 'gone'),
			member('c', 'gone'),
			latch('c', 'gone'),
		),
		is: { rule: 'tooFewMembers', do: 'nameMember' },
		says: /^2 members of 3: /,
	},
	{
		what: 'nobody leaves while one goes on as what its image is no more',
		from: look(
			three,
			next,
			aimed('3.7.3'),
			everywhere('3.7.3', 'b', 'c'),
			pod('a', { version: '3.7.3' }),
			wants({ size: 1 }),
		),
		is: { rule: 'compared', do: 'compare' },
	},
	{
		what: 'back to the earlier minor, which all still speak, by image',
		from: look(
			three,
			etcd(() => ({ clusterVersion: '3.6' })),
			aimed('3.6.16'),
			runs('b', '3.7.3'),
			gone('b'),
		),
		is: { rule: 'rolls', do: 'changeImage', name: 'b' },
	},
	{
		what: 'while one is about to come back as an earlier one nobody leaves, who may be the last of that',
		from: look(
			three,
			etcd(() => ({ clusterVersion: '3.6' })),
			aimed('3.6.16'),
			everywhere('3.7.3', 'b', 'c'),
			pod('b', { version: '3.6.16' }),
			pod('a', 'gone'),
			member('a', { health: mute }),
		),
		is: { rule: 'memberLost', do: 'wait' },
	},
	{
		what: 'who crashes once all speak the later minor does not go back',
		from: look(
			three,
			etcd(() => ({ clusterVersion: '3.7' })),
			everywhere('3.7.3', 'a', 'b', 'c'),
			pod('c', broken),
			latch('c', { version: '3.6.16' }),
			member('c', { health: mute }),
		),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'back from a bad image',
		from: look(
			three,
			aimed('3.7.99'),
			pod('b', { version: '3.7.99', ...broken }),
			latch('b', { version: '3.6.16' }),
			member('b', { health: mute }),
		),
		is: { rule: 'crashesWithItsImage', do: 'changeImage', name: 'b' },
		says: /^b does not run with 3\.7\.99 \(ImagePullBackOff\), and 3\.6\.16 is wanted$/,
	},
	{
		what: 'back from a bad image with which its pod was made for its volume',
		from: look(
			onClaims,
			aimed('3.7.99'),
			pod('b', { version: '3.7.99', ...broken, everRan: false }),
			claim('b', { version: '3.7.99' }),
			member('b', { health: mute }),
		),
		is: { rule: 'crashesWithItsImage', do: 'changeImage', name: 'b' },
	},
	{
		what: 'who does not run with a bad image is not lost, however long',
		from: look(
			three,
			next,
			aimed('3.7.3'),
			pod('b', { version: '3.7.3', ...broken }),
			latch('b', { version: '3.6.16' }),
			member('b', { health: mute, silentMs: 1e9 }),
		),
		is: { rule: 'notSettled', do: 'wait' },
		says: /ImagePullBackOff/,
	},
	{
		what: 'on to a good one from a bad one',
		from: look(
			three,
			next,
			aimed('3.7.3'),
			pod('b', { version: '3.7.99', ...broken }),
			member('b', { health: mute }),
		),
		is: { rule: 'crashesWithItsImage', do: 'changeImage', name: 'b' },
	},
	{
		what: 'whoever crashes by itself is not the first of a later minor',
		from: look(three, next, pod('b', broken), member('b', { health: mute })),
		is: { rule: 'notSettled', do: 'wait' },
	},
)
