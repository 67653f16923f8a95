// The way down to an earlier minor: what is looked at and prepared first, and what is held up meanwhile.
import type { Observed } from '../../controller/observed.ts'
import { all, etcd, look, member, mute, pod, settled } from './model/look.ts'
import { aimed, compared, everywhere, runs, says, wants } from './model/roll.ts'
import { planned } from './model/row.ts'

type Change = (seen: Observed) => Observed

const three = settled(3, 'emptyDir')

const down = all(wants({ target: '3.6.16', targetMinor: '3.6' }), everywhere('3.7.3', 'a', 'b', 'c'))
const spoken = (version: string): Change => etcd(() => ({ clusterVersion: version }))
const prepared = (...names: readonly string[]): Change =>
	all(...names.map((name) => says(name, { downgradeTo: '3.6', storageVersion: '3.7.0' })))
const written = (...names: readonly string[]): Change =>
	all(...names.map((name) => says(name, { downgradeTo: '3.6', storageVersion: '3.6.0' })))

planned(
	{
		what: 'members are asked whether they hold the same before they go down',
		from: look(three, down, spoken('3.7')),
		is: { rule: 'rolls', do: 'compare' },
	},
	{
		what: 'etcd is asked to prepare',
		from: look(three, down, spoken('3.7'), compared),
		is: { rule: 'rolls', do: 'goDown' },
		says: /^going down from 3\.7 to 3\.6$/,
	},
	{
		what: 'back from where all have gone, before they speak the later minor: they may at any moment',
		from: look(three, down, spoken('3.6')),
		is: { rule: 'rolls', do: 'wait' },
		says: /^going down from 3\.7 to 3\.6 once members speak 3\.7, which all of them are by now$/,
	},
	{
		what: 'nobody goes down before all have written what the earlier minor reads',
		from: look(three, down, spoken('3.6'), prepared('a', 'b', 'c'), written('a', 'b')),
		is: { rule: 'rolls', do: 'wait' },
		says: /^going down from 3\.7 to 3\.6: c still write what only 3\.7 reads$/,
	},
	{
		what: 'nor before they are asked again, where somebody has joined since they were prepared',
		from: look(three, down, spoken('3.6'), written('a', 'b', 'c'), aimed('3.6.16')),
		is: { rule: 'rolls', do: 'compare' },
	},
	{
		what: 'then they go',
		from: look(three, down, spoken('3.6'), written('a', 'b', 'c'), aimed('3.6.16'), compared),
		is: { rule: 'rolls', do: 'withdraw', name: 'b' },
	},
	{
		what: 'nobody leaves on the way down, not even who is lost',
		from: look(
			three,
			down,
			spoken('3.6'),
			runs('b', '3.6.16'),
			written('a', 'b', 'c'),
			pod('c', 'gone'),
			member('c', { health: mute }),
		),
		is: { rule: 'memberLost', do: 'wait' },
		says: /on their way to an earlier minor; put spec\.version back$/,
	},
	{
		what: 'whoever changes their mind half way: etcd hears of it first',
		from: look(
			three,
			down,
			wants({ target: '3.7.3', targetMinor: '3.7' }),
			spoken('3.6'),
			runs('b', '3.6.16'),
			written('a', 'b', 'c'),
		),
		is: { rule: 'rolls', do: 'cancelDown' },
	},
	{
		what: 'and before the first has gone',
		from: look(three, down, wants({ target: '3.7.3', targetMinor: '3.7' }), prepared('a')),
		is: { rule: 'rolls', do: 'cancelDown' },
	},
	{
		what: 'but not while one is about to come back as the earlier minor, which it could not do then',
		from: look(
			three,
			down,
			wants({ target: '3.7.3', targetMinor: '3.7' }),
			spoken('3.6'),
			pod('b', { version: '3.6.16' }),
			written('a', 'b', 'c'),
		),
		is: { rule: 'rolls', do: 'wait' },
		says: /^members were prepared for 3\.6, and 3\.7\.3 is wanted: b comes back first$/,
	},
	{
		what: 'there is no way down before 3.6',
		from: look(
			three,
			wants({ target: '3.4.45', targetMinor: '3.4' }),
			everywhere('3.5.35', 'a', 'b', 'c'),
			spoken('3.5'),
		),
		is: { rule: 'rolls', do: 'halt', reason: 'CannotGoDown' },
	},
)
