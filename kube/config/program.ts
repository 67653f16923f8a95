// Finds a program as kubectl does, which never looks in the folder that one happens to be in, and says how it is started.
import { access, constants, stat } from 'node:fs/promises'
import { posix, win32 } from 'node:path'

interface System {
	readonly platform: NodeJS.Platform
	readonly isProgram: (path: string) => Promise<boolean>
}

const here: System = {
	platform: process.platform,
	async isProgram(path) {
		try {
			await access(path, constants.X_OK)
			return (await stat(path)).isFile()
		} catch {
			return false
		}
	},
}

/** Its path, or nothing. */
export async function findProgram(
	command: string,
	env: NodeJS.ProcessEnv,
	{ platform, isProgram }: System = here,
): Promise<string | undefined> {
	const windows = platform === 'win32'
	const paths = windows ? win32 : posix
	const lists = windows ? (env['PATH'] ?? env['Path']) : env['PATH']
	const isPath = /[/]/.test(command) || (windows && command.includes('\\'))
	const folders = isPath
		? ['']
		: (lists ?? '').split(paths.delimiter).filter((folder) => paths.isAbsolute(folder))
	const endings = windows ? (env['PATHEXT'] || '.COM;.EXE;.BAT;.CMD').toLowerCase().split(';') : ['']
	const hasEnding = endings.some((ending) => ending !== '' && command.toLowerCase().endsWith(ending))
	for (const folder of folders)
		for (const ending of hasEnding ? [''] : endings) {
			const path = `${folder === '' ? command : paths.join(folder, command)}${ending}`
			if (await isProgram(path)) return path
		}
	return undefined
}

export interface Launch {
	readonly file: string
	readonly args: readonly string[]
	readonly windowsVerbatimArguments?: boolean
}

/** As a program reads it back: backslashes count only before a quote. */
const quoted = (text: string): string =>
	/^[\w./:\\@=+-]+$/.test(text)
		? text
		: `"${text.replaceAll(/(\\*)"/g, String.raw`$1$1\"`).replace(/(\\*)$/, '$1$1')}"`

/** What cmd.exe would read as its own is held off twice, since a batch file passes it on through cmd.exe again. */
const shielded = (text: string): string =>
	quoted(text).replaceAll(/[()\][%!^"`<>&|;, *?]/g, (character) => `^^^${character}`)

/** Windows starts only executables by itself; batch files need the shell. */
export function launch(
	path: string,
	args: readonly string[],
	platform: NodeJS.Platform = process.platform,
	shell = process.env['ComSpec'] ?? 'cmd.exe',
): Launch {
	if (platform !== 'win32' || !/\.(cmd|bat)$/i.test(path)) return { file: path, args }
	const program = path.replaceAll(/[()\][%!^"`<>&|;, *?]/g, (character) => `^${character}`)
	const line = [program, ...args.map(shielded)].join(' ')
	return { file: shell, args: ['/d', '/s', '/c', `"${line}"`], windowsVerbatimArguments: true }
}
