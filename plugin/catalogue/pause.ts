// The operator leaves a cluster alone, and takes it up again.
import { altering } from '../change/options.ts'
import type { Command } from '../command.ts'

const rights: Command['rights'] = [
	{ resource: 'etcdclusters', verbs: ['get', 'patch'] },
	{ resource: 'etcdclusters', verbs: ['list'], optional: 'to find the only cluster' },
]

export const pause: Command = {
	name: 'pause',
	group: 'change',
	describe: 'Lets the operator leave a cluster alone; nothing is healed while it holds',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: [
		{ name: 'reason', value: 'TEXT', describe: 'why, for whoever finds it paused' },
		{ name: 'for', value: 'TIME', describe: 'refused: nothing resumes by itself' },
		...altering,
	],
	examples: [['pause orders --reason "disk swap"', 'with a word for whoever finds it so']],
	rights,
	load: async () => await import('../commands/pause.ts'),
}

export const resume: Command = {
	name: 'resume',
	group: 'change',
	describe: 'Lets the operator look after a paused cluster again',
	args: '[CLUSTER]',
	argNames: ['clusters'],
	options: altering,
	examples: [['resume orders', 'what was changed meanwhile is carried out now']],
	rights,
	load: async () => await import('../commands/resume.ts'),
}
