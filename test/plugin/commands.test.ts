// What holds for every command there is.
import test from 'ava'
import { commands } from '../../plugin/commands.ts'
import { find, unknownCommand } from '../../plugin/find.ts'
import { helpOf, overview } from '../../plugin/help.ts'
import { everywhere } from '../../plugin/line/everywhere.ts'

const all = commands.flatMap(({ name, options }) => options.map((option) => ({ command: name, ...option })))

test('a flag of one name has one shape, whichever command has it', (t) => {
	const shapes = Map.groupBy(
		[...all, ...everywhere.map((option) => ({ command: '', ...option }))],
		({ name }) => name,
	)
	for (const [name, uses] of shapes)
		t.is(
			new Set(uses.map(({ value }) => value === undefined)).size,
			1,
			`--${name} is a switch here and not there`,
		)
})

test('no command’s own flag hides one of all commands', (t) => {
	for (const { command, name, short } of all) {
		t.false(
			everywhere.some((one) => one.name === name),
			`${command} --${name}`,
		)
		t.false(short !== undefined && everywhere.some((one) => one.short === short), `${command} -${short}`)
	}
})

test('every command says what it does, gives an example, and runs', async (t) => {
	for (const command of commands) {
		t.regex(command.describe, /^[A-Z].*[^.]$/, command.name)
		t.true(command.examples.length > 0, command.name)
		for (const [line] of command.examples)
			t.true(find(line.split(' '), commands)?.command.name.startsWith(command.name), line)
		t.is(typeof (await command.load()).run, 'function')
	}
})

test('help fits a screen of 100 columns', (t) => {
	for (const text of [overview(commands), ...commands.map(helpOf)])
		for (const line of text.split('\n')) t.true(line.length <= 110, line)
})

test('a word that is close to a command is answered with it', (t) => {
	t.is(unknownCommand(['statsu'], commands).told.next, 'did you mean kubectl etcd status?')
	t.is(unknownCommand(['zzz'], commands).told.next, 'kubectl etcd --help')
})
