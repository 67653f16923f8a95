// What the tab key offers, in kubectl's protocol.
import test from 'ava'
import type { Command } from '../../plugin/command.ts'
import { wantedAt } from '../../plugin/completion/words.ts'

const load = async () => await Promise.resolve({ run: async () => await Promise.resolve(0) })
const make = (name: string, more: Partial<Command> = {}): Command => ({
	name,
	group: 'look',
	describe: `Does ${name}`,
	options: [],
	examples: [],
	rights: [],
	load,
	...more,
})
const commands = [
	make('status', {
		argNames: ['clusters'],
		options: [
			{ name: 'watch', short: 'w', describe: 'goes on' },
			{ name: 'output', short: 'o', value: 'FORMAT', choices: ['json', 'yaml'], describe: 'a format' },
		],
	}),
	make('members', { argNames: ['clusters'] }),
	make('members replace', { argNames: ['clusters', 'members'] }),
	make('alarm ls'),
	make('alarm disarm'),
]

const words = (...line: readonly string[]): readonly string[] => {
	const wanted = wantedAt(line, commands)
	return 'candidates' in wanted
		? wanted.candidates.map(({ word }) => word)
		: [`<${wanted.names}>`, ...wanted.args]
}

const rows: readonly (readonly [what: string, line: readonly string[], offers: readonly string[]])[] = [
	['nothing yet: every first word, once', [''], ['status', 'members', 'alarm']],
	['after a word that more words follow', ['alarm', ''], ['ls', 'disarm']],
	['where a name stands', ['status', ''], ['<clusters>']],
	['after flags with values before it', ['-n', 'x', 'status', '-o', 'json', ''], ['<clusters>']],
	['the second name', ['members', 'replace', 'orders', ''], ['<members>', 'orders']],
	['the value of a flag', ['status', '-o', ''], ['json', 'yaml']],
	['the value of a flag behind its sign', ['status', '--output='], ['--output=json', '--output=yaml']],
	['namespaces after -n', ['status', '-n', ''], ['<namespaces>']],
	['namespaces behind --namespace=', ['status', '--namespace='], ['<namespaces>']],
]

for (const [what, line, offers] of rows) test(what, (t) => t.deepEqual(words(...line), offers))

test('flags are those of the command and those of all commands', (t) => {
	const offered = words('status', '--')
	t.true(offered.includes('--watch'))
	t.true(offered.includes('--output='))
	t.true(offered.includes('--context='))
	t.false(words('alarm', 'ls', '--').includes('--watch'))
})
