// Who is changed next, what must hold before, and where it stops. In the worlds that these begin with a leads.
import { but, claim, look, member, mute, pod, settled, silent, unready } from './model/look.ts'
import { aimed, broken, everywhere, gone, patch, runs, wants } from './model/roll.ts'
import { planned } from './model/row.ts'

const [one, three] = [settled(1, 'emptyDir'), settled(3, 'emptyDir')]
const [onClaims, five] = [settled(3, 'claims'), settled(5, 'claims')]

planned(
	{
		what: 'what is meant is written down first',
		from: look(three, patch),
		is: { rule: 'rolls', do: 'aim' },
		says: /^members go to 3\.6\.17$/,
	},
	{
		what: 'clients of a follower go elsewhere first',
		from: look(three, patch, aimed('3.6.17')),
		is: { rule: 'rolls', do: 'withdraw', name: 'b' },
		says: /^clients go elsewhere, since b goes from 3\.6\.16 to 3\.6\.17$/,
	},
	{
		what: 'that takes a moment',
		from: look(three, patch, aimed('3.6.17'), pod('b', { serving: false, withdrawn: true })),
		is: { rule: 'rolls', do: 'wait' },
		says: /once clients have gone elsewhere$/,
	},
	{
		what: 'then it is given the other image',
		from: look(three, patch, aimed('3.6.17'), gone('b')),
		is: { rule: 'rolls', do: 'changeImage', name: 'b' },
	},
	{
		what: 'a pod that another spec makes is replaced where its data stays',
		from: look(onClaims, wants({ template: 'another' }), gone('b')),
		is: { rule: 'rolls', do: 'deletePod', name: 'b' },
	},
	{
		what: 'but not on a volume that would go with it',
		from: look(
			onClaims,
			wants({ template: 'another' }),
			gone('b'),
			claim('b', { deleting: true }),
			but({ freshNames: [] }),
		),
		is: { rule: 'rolls', do: 'withdraw', name: 'c' },
	},
	{
		what: 'another repository alone is another image',
		from: look(three, wants({ image: 'elsewhere/etcd' }), gone('b')),
		is: { rule: 'rolls', do: 'changeImage', name: 'b' },
	},
	{
		what: 'whoever was changed serves again before the next',
		from: look(three, patch, aimed('3.6.17'), runs('b', '3.6.17'), gone('b')),
		is: { rule: 'majorityVotes', do: 'serve', names: ['b'] },
	},
	{
		what: 'whoever was changed is waited for until its pod is ready',
		from: look(three, patch, aimed('3.6.17'), runs('b', '3.6.17'), pod('b', { ready: false })),
		is: { rule: 'rolls', do: 'wait' },
		says: /^b is as wanted, and its pod is not ready yet$/,
	},
	{
		what: 'whoever has been told and still says what it was is waited for',
		from: look(three, patch, aimed('3.6.17'), pod('b', { version: '3.6.17' })),
		is: { rule: 'rolls', do: 'wait' },
		says: /^b says that it is 3\.6\.16, and its image is called 3\.6\.17$/,
	},
	{
		what: 'whoever was given the same release from elsewhere has not run it yet, whatever it still answers',
		from: look(
			three,
			wants({ image: 'elsewhere/etcd' }),
			gone('b'),
			pod('b', { repository: 'elsewhere/etcd', stopping: true }),
		),
		is: { rule: 'notSettled', do: 'wait' },
		says: /^b does not answer for sure: its process is about to be stopped$/,
	},
	{
		what: 'whoever says something else than its image is called goes back to what is wanted',
		from: look(three, aimed('3.6.16'), pod('b', { version: '3.6.99' }), gone('b')),
		is: { rule: 'rolls', do: 'changeImage', name: 'b' },
	},
	{
		what: 'nobody is next while one does not answer',
		from: look(three, patch, aimed('3.6.17'), runs('b', '3.6.17'), member('b', { health: mute })),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'whoever was withdrawn comes back while another does not answer',
		from: look(three, patch, aimed('3.6.17'), gone('b'), member('c', { health: mute })),
		is: { rule: 'majorityVotes', do: 'serve', names: ['b'] },
	},
	{
		what: 'whose pod is not ready is first',
		from: look(three, patch, aimed('3.6.17'), pod('c', { ready: false, serving: false })),
		is: { rule: 'majorityVotes', do: 'serve', names: ['c'] },
	},
	{
		what: 'before the leader is stopped another one leads, one that was changed already',
		from: look(three, patch, aimed('3.6.17'), everywhere('3.6.17', 'c', 'b')),
		is: { rule: 'rolls', do: 'moveLeader', toName: 'b' },
	},
	{
		what: 'a leader that cannot be told to hand over is stopped as it is, though others could be told by now',
		from: look(
			settled(3, 'emptyDir', '3.3'),
			wants({ target: '3.3.27', targetMinor: '3.3' }),
			aimed('3.3.27'),
			everywhere('3.3.27', 'c', 'b'),
			runs('a', '3.2.13'),
			gone('a'),
			...['a', 'b', 'c'].map((name) => pod(name, { asksReadyz: false })),
		),
		is: { rule: 'rolls', do: 'changeImage', name: 'a' },
	},
	{
		what: 'one that was moved alone and sends the others away goes back by image, though nobody answers',
		from: look(
			three,
			silent,
			pod('b', { version: '3.7.3' }),
			pod('c', { ...broken, sentAway: true }),
			unready('a'),
		),
		is: { rule: 'movedAlone', do: 'changeImage', name: 'b' },
		says: /^b runs 3\.7\.3 alone, no majority answers, and 3\.6\.16 is wanted again$/,
	},
	{
		what: 'not while the spec wants it to be there',
		from: look(
			three,
			silent,
			wants({ target: '3.7.3', targetMinor: '3.7' }),
			pod('b', { version: '3.7.3' }),
			pod('c', { ...broken, sentAway: true }),
			unready('a'),
		),
		is: { rule: 'quorumLost', do: 'wait' },
	},
	{
		what: 'not where another has moved as well',
		from: look(
			three,
			silent,
			pod('a', { version: '3.7.3', ready: false }),
			pod('b', { version: '3.7.3' }),
			pod('c', { ...broken, sentAway: true }),
		),
		is: { rule: 'quorumLost', do: 'wait' },
	},
	{
		what: 'not where the others end for another reason',
		from: look(three, silent, pod('b', { version: '3.7.3' }), pod('c', broken), unready('a')),
		is: { rule: 'quorumLost', do: 'wait' },
	},
	{
		what: 'who is alone is not withdrawn: nobody else could serve',
		from: look(one, patch, aimed('3.6.17')),
		is: { rule: 'rolls', do: 'changeImage', name: 'a' },
	},
	{
		what: 'with five, a second one that does not answer holds it up',
		from: look(five, patch, aimed('3.6.17'), member('e', { health: mute })),
		is: { rule: 'notSettled', do: 'wait' },
	},
	{
		what: 'another operator’s pods are left as they are',
		from: look(
			onClaims,
			wants({ template: 'another', image: 'elsewhere/etcd' }),
			...['a', 'b', 'c'].map((name) => pod(name, { template: '', repository: undefined })),
		),
		is: { rule: 'none', do: 'rest' },
	},
	{
		what: 'another operator’s pod asks by a shell, which the target lacks: it is another pod first',
		from: look(
			onClaims,
			patch,
			aimed('3.6.17'),
			gone('b'),
			...['a', 'b', 'c'].map((name) => pod(name, { template: '', repository: undefined })),
		),
		is: { rule: 'rolls', do: 'deletePod', name: 'b' },
	},
	{
		what: 'what could not be asked whether it is well is not begun',
		from: look(
			three,
			wants({ target: '3.5.4', targetMinor: '3.5' }),
			aimed('3.5.4'),
			everywhere('3.5.35', 'a', 'b', 'c'),
		),
		is: { rule: 'rolls', do: 'halt', reason: 'CannotBeAsked' },
		says: /3\.5\.4 does not answer \/readyz/,
	},
)
