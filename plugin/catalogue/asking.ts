// What commands that ask members have in common: their rights, their deadline, and their words for programs. Pure.
import type { Option, Right } from '../command.ts'

export const askingMembers: readonly Right[] = [
	{ resource: 'etcdclusters', verbs: ['get', 'list'] },
	{ resource: 'pods', verbs: ['list'] },
	{ resource: 'pods/portforward', verbs: ['create', 'get'] },
	{ resource: 'secrets', verbs: ['get'], named: 'client secret', optional: 'where clients speak TLS' },
]

export const timeout: Option = {
	name: 'timeout',
	value: 'TIME',
	default: '2500ms',
	describe: 'how long members may take to answer',
}

export const forPrograms: Option = {
	name: 'output',
	short: 'o',
	value: 'FORMAT',
	choices: ['json', 'yaml'],
	describe: 'json and yaml are for programs',
}
