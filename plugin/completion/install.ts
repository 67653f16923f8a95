// Writes the helper that kubectl looks for: krew installs one program a plugin, and so never this one.
import { accessSync, constants, lstatSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'
import { Failure } from '../failure.ts'
import { kubectlScript, kubectlScriptForWindows } from './scripts.ts'

const isWindows = process.platform === 'win32'
const helper = isWindows ? 'kubectl_complete-etcd.cmd' : 'kubectl_complete-etcd'
const plugin = isWindows ? 'kubectl-etcd.exe' : 'kubectl-etcd'

const isThere = (file: string): boolean => {
	try {
		lstatSync(file)
		return true
	} catch {
		return false
	}
}

const isWritable = (folder: string): boolean => {
	try {
		accessSync(folder, constants.W_OK)
		return true
	} catch {
		return false
	}
}

/** Where the plugin itself is found comes first: whoever removes it finds the helper beside it. */
export async function install(env: NodeJS.ProcessEnv): Promise<string> {
	const onPath = (env['PATH'] ?? '').split(delimiter).filter(Boolean)
	const krew = join(env['KREW_ROOT'] || join(homedir(), '.krew'), 'bin')
	const beside = onPath.filter((folder) => isThere(join(folder, plugin)))
	const folder = [...beside, ...onPath.filter((one) => one === krew)].find(isWritable)
	if (folder === undefined)
		throw new Failure({
			what: `no folder on PATH that has ${plugin} can be written to`,
			next: `kubectl etcd completion kubectl > FOLDER-ON-PATH/${helper} && chmod +x FOLDER-ON-PATH/${helper}`,
		})
	const file = join(folder, helper)
	await writeFile(file, isWindows ? kubectlScriptForWindows : kubectlScript, { mode: 0o755 })
	await chmod(file, 0o755)
	return file
}
