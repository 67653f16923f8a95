// What is done about a full etcd, and when nothing is. In the worlds that these begin with a leads.
import { look, member, mute, pod, settled } from './model/look.ts'
import { wants } from './model/roll.ts'
import { planned, type Row } from './model/row.ts'
import { alarm, compacted, gaveBack, has, have, leads, mebibyte, minutes, remembers } from './model/upkeep.ts'

const [one, three, onClaims] = [settled(1, 'emptyDir'), settled(3, 'emptyDir'), settled(3, 'claims')]
const full = alarm('NOSPACE', 'a1')

const space: readonly Row[] = [
	{
		what: 'what defragmentation would not free is forgotten first',
		from: look(three, full, have(100, 90)),
		is: { rule: 'noSpace', do: 'compact' },
		says: /^etcd is full and takes no writes: its history up to now is forgotten$/,
	},
	{
		what: 'history that is to be kept is kept',
		from: look(three, full, have(100, 90), wants({ spec: { autoCompaction: { mode: 'Off' } } })),
		is: { rule: 'full', do: 'wait' },
		says: /mode is Off; forget it with etcdctl compact/,
	},
	{
		what: 'what is free already needs nothing forgotten, and a follower is first',
		from: look(three, full, have(100, 50)),
		is: { rule: 'noSpace', do: 'defragment', name: 'b' },
	},
	{
		what: 'after history was forgotten it is tried, whatever is said to be in use',
		from: look(three, full, have(100, 90), compacted(1000)),
		is: { rule: 'noSpace', do: 'defragment', name: 'b' },
	},
	{
		what: 'who has room again is not among them',
		from: look(three, full, have(100, 90), has('b', 20, 20), compacted(1000), gaveBack(500, 'b1')),
		is: { rule: 'noSpace', do: 'defragment', name: 'c' },
	},
	{
		what: 'the leader is last, and hands over before',
		from: look(three, full, have(20, 20), has('a', 100, 90), compacted(1000), gaveBack(500, 'b1', 'c1')),
		is: { rule: 'noSpace', do: 'moveLeader', toName: 'b' },
	},
	{
		what: 'who has handed over is defragmented like any other',
		from: look(three, full, have(20, 20), has('a', 100, 90), compacted(1000), leads('b')),
		is: { rule: 'noSpace', do: 'defragment', name: 'a' },
	},
	{
		what: 'who is alone has nobody to hand over to',
		from: look(one, full, has('a', 100, 50)),
		is: { rule: 'noSpace', do: 'defragment', name: 'a' },
	},
	{
		what: 'once all have room the alarm is over',
		from: look(three, full, have(79, 70)),
		is: { rule: 'noSpace', do: 'disarm' },
	},
	{
		what: 'so it is for a member that is gone',
		from: look(three, alarm('NOSPACE', 'f1'), have(20, 20)),
		is: { rule: 'noSpace', do: 'disarm' },
	},
	{
		what: 'before 3.6 a member’s own variables say its quota',
		from: look(three, full, have(79, 70, 0), pod('c', { quotaBytes: 90 * mebibyte })),
		is: { rule: 'noSpace', do: 'defragment', name: 'c' },
	},
	{
		what: 'where nothing says it, it is etcd’s own',
		from: look(three, full, have(1600, 1500, 0)),
		is: { rule: 'noSpace', do: 'disarm' },
	},
	{
		what: 'what the first that was defragmented still holds is live, and the others are spared',
		from: look(three, full, have(100, 90), compacted(1000), gaveBack(500, 'b1')),
		is: { rule: 'full', do: 'wait' },
		says: /^etcd is full and takes no writes: what fills it is live data; delete keys, or raise/,
	},
	{
		what: 'what was written since is forgotten a while later',
		from: look(three, full, have(100, 90), compacted(minutes(3), 6n), gaveBack(minutes(3), 'b1')),
		is: { rule: 'noSpace', do: 'compact' },
	},
	{
		what: 'but not at once',
		from: look(three, full, have(100, 90), compacted(minutes(1), 6n), gaveBack(500, 'b1')),
		is: { rule: 'full', do: 'wait' },
	},
	{
		what: 'nor where nothing was written since',
		from: look(three, full, have(100, 90), compacted(minutes(9)), gaveBack(minutes(8), 'b1')),
		is: { rule: 'full', do: 'wait' },
	},
	{
		what: 'a larger quota reaches members while it lasts',
		from: look(
			onClaims,
			full,
			have(100, 90),
			compacted(1000),
			gaveBack(500, 'b1'),
			wants({ template: 'larger' }),
		),
		is: { rule: 'rolls', do: 'withdraw', name: 'b' },
	},
	{
		what: 'what can be freed is freed before anybody is rolled',
		from: look(onClaims, full, have(100, 50), wants({ template: 'another' })),
		is: { rule: 'noSpace', do: 'defragment', name: 'b' },
	},
	{
		what: 'nobody is defragmented while another does not answer',
		from: look(three, full, have(100, 50), member('c', { health: mute })),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'nor while one learns',
		from: look(three, full, have(100, 50), member('c', { isLearner: true })),
		is: { rule: 'learnerJoining', do: 'promote' },
	},
	{
		what: 'nor while a process is about to be stopped',
		from: look(three, full, have(100, 50), pod('c', { serving: false, withdrawn: true, stopping: true })),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'what goes on is waited for',
		from: look(three, full, have(100, 50), remembers({ busy: true })),
		is: { rule: 'noSpace', do: 'wait' },
	},
	{
		what: 'a release that does not survive it is not defragmented',
		from: look(
			three,
			full,
			have(100, 50),
			remembers({ unsafe: '3.5.4 can diverge after a crash in defrag' }),
		),
		is: { rule: 'full', do: 'wait' },
		says: /3\.5\.4 can diverge after a crash in defrag; write a later patch as spec\.version$/,
	},
	{
		what: 'before it is full it is looked at more often',
		from: look(three, have(80, 80)),
		is: { rule: 'nearlyFull', do: 'wait' },
		says: /^a is nearly full$/,
	},
	{
		what: 'with room it is not',
		from: look(three, have(79, 79)),
		is: { rule: 'none', do: 'rest' },
	},
]

planned(...space)
