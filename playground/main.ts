// npm run playground -- COMMAND: the edge where what goes wrong becomes one line and an exit code (1 failed, 2 no such command).
import type { Command } from './commands/command.ts'
import { down } from './commands/down.ts'
import { env, kubectl, shell } from './commands/environment.ts'
import { fault } from './commands/fault.ts'
import { install } from './commands/install.ts'
import { load } from './commands/load.ts'
import { logs } from './commands/logs.ts'
import { status } from './commands/status.ts'
import { up } from './commands/up.ts'
import { Complaint } from './complaint.ts'

const commands: Readonly<Record<string, Command>> = {
	up,
	down,
	status,
	logs,
	kubectl,
	env,
	shell,
	load,
	install,
	fault,
}

const help = (): string =>
	[
		'A real Kubernetes of three nodes on this machine. npm run playground -- COMMAND',
		...Object.values(commands).map(({ usage, describe }) => `  ${usage}\n      ${describe}`),
		'',
	].join('\n')

async function main([name, ...args]: readonly string[]): Promise<number> {
	if (name === undefined || name === 'help' || name === '--help') {
		process.stdout.write(help())
		return name === undefined ? 2 : 0
	}
	const command = Object.hasOwn(commands, name) ? commands[name] : undefined
	if (command === undefined) {
		process.stderr.write(
			`"${name}" is no command of the playground: use one of ${Object.keys(commands).join(', ')}.\n`,
		)
		return 2
	}
	try {
		return (await command.run(args)) ?? 0
	} catch (reason) {
		if (!(reason instanceof Complaint)) throw reason
		process.stderr.write(`${reason.message}\n`)
		return 1
	}
}

process.exitCode = await main(process.argv.slice(2))
