// Variables as a shell takes them. Pure.
import { Failure } from '../failure.ts'

const shells = ['sh', 'fish', 'powershell'] as const
export type Shell = (typeof shells)[number]

export const isShell = (text: string): text is Shell => (shells as readonly string[]).includes(text)

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

const forms: Readonly<Record<Shell, (name: string, value: string) => string>> = {
	sh: (name, value) => `export ${name}=${single(value)}`,
	fish: (name, value) => `set -gx ${name} '${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`,
	powershell: (name, value) => `$env:${name} = '${value.replaceAll("'", "''")}'`,
}

export const exportsFor = (
	shell: Shell,
	variables: readonly (readonly [name: string, value: string])[],
): string =>
	variables
		.map(([name, value]) => {
			if (/[\r\n]/.test(value)) throw new Failure(`${name} has more than one line, which no shell takes so`)
			return `${forms[shell](name, value)}\n`
		})
		.join('')
