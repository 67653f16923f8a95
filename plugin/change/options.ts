// The flags that commands which change something share, as kubectl has them. Pure.
import type { Option } from '../command.ts'

/** How it is sent, and what is printed. */
export const sending: readonly Option[] = [
	{
		name: 'dry-run',
		value: 'WHERE',
		choices: ['none', 'client', 'server'],
		bare: 'client',
		describe: 'client prints it, server has it judged and not stored',
	},
	{
		name: 'output',
		short: 'o',
		value: 'FORMAT',
		choices: ['name', 'json', 'yaml'],
		describe: 'print the object instead of a sentence',
	},
	{
		name: 'field-manager',
		value: 'NAME',
		default: 'kubectl-etcd',
		describe: 'under whose name the fields are changed',
	},
]

/** For what is there already. */
export const altering: readonly Option[] = [
	...sending,
	{ name: 'force-conflicts', describe: 'change the field even where another manager keeps it' },
	{ name: 'error-unchanged', describe: 'end with 3 when there is nothing to change' },
]

export const consenting: readonly Option[] = [
	{ name: 'yes', short: 'y', describe: 'do not ask' },
	{
		name: 'confirm',
		value: 'NAME',
		describe: 'the name again, for what cannot be taken back',
	},
]

export const waiting = (until: string): readonly Option[] => [
	{ name: 'wait', describe: `wait until ${until}` },
	{ name: 'timeout', value: 'TIME', default: '10m', describe: 'how long at most; 124 is the answer then' },
]
