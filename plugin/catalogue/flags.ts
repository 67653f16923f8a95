// The flags that all commands share, as text.
import type { Command } from '../command.ts'

export const flags: Command = {
	name: 'flags',
	group: 'setUp',
	describe: 'Says which flags every command takes',
	options: [],
	examples: [['flags', 'which flags there are']],
	rights: [],
	offline: true,
	load: async () => await import('../commands/flags.ts'),
}
