// Reads the kubeconfigs that are named, or the one at home. What they say about files is made absolute.
import { readFile, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, posix, resolve, win32 } from 'node:path'
import { merged, type Cluster, type Kubeconfig, type User } from './kubeconfig.ts'
import { kubeconfigIn } from './shape.ts'
import { KubeconfigError } from './trouble.ts'

type Platform = NodeJS.Platform

/** Windows has had three ideas of where home is. */
async function homeOf(env: NodeJS.ProcessEnv, platform: Platform): Promise<string | undefined> {
	const { HOME, HOMEDRIVE, HOMEPATH, USERPROFILE } = env
	if (platform !== 'win32') return HOME
	const drive = HOMEDRIVE && HOMEPATH ? `${HOMEDRIVE}${HOMEPATH}` : undefined
	for (const home of [HOME, drive, USERPROFILE])
		if (home && (await stat(win32.join(home, '.kube', 'config')).catch(() => undefined))) return home
	return HOME || USERPROFILE || drive
}

/** In the order of their right to be heard. */
export async function kubeconfigPaths(
	env: NodeJS.ProcessEnv,
	platform: Platform = process.platform,
): Promise<readonly string[]> {
	const paths = platform === 'win32' ? win32 : posix
	const list = env['KUBECONFIG']
	if (list) return [...new Set(list.split(paths.delimiter))].filter((path) => path !== '')
	const home = await homeOf(env, platform)
	return home ? [paths.join(home, '.kube', 'config')] : []
}

async function parsed(text: string): Promise<unknown> {
	// Most programs that write kubeconfigs write JSON, for which nothing has to be loaded.
	if (text.trimStart().startsWith('{'))
		try {
			return JSON.parse(text)
		} catch {} // it is YAML's own way to write an object, or broken
	const { parseAllDocuments } = await import('yaml')
	const [document] = parseAllDocuments(text, { uniqueKeys: false, merge: true, logLevel: 'silent' })
	if (document === undefined || !('errors' in document)) return undefined
	const [error] = document.errors
	if (error === undefined) return document.toJS({ maxAliasCount: 1000 })
	const { line = 0, col = 0 } = error.linePos?.[0] ?? {}
	const [what = ''] = error.message.split(/ at line |\n/)
	throw new KubeconfigError(`it is no YAML: ${what} (line ${line}, column ${col})`)
}

/** Names of files count from the folder of the kubeconfig; a bare command is looked for on the PATH. */
function located({ current, contexts, clusters, users }: Kubeconfig, path: string): Kubeconfig {
	const base = resolve(dirname(path))
	const from = <T extends object>(entry: T, names: readonly (keyof T)[]): T => ({
		...entry,
		...Object.fromEntries(
			names
				.filter((name) => typeof entry[name] === 'string' && entry[name] !== '')
				.map((name) => [name, resolve(base, entry[name] as string)]),
		),
	})
	const ofUser = (user: User): User => {
		const { exec, ...rest } = from(user, ['client-certificate', 'client-key', 'tokenFile'])
		if (exec === undefined) return rest
		const { command = '' } = exec
		const isPath = /[/]/.test(command) || (process.platform === 'win32' && command.includes('\\'))
		const absolute = isPath && !isAbsolute(command) ? { command: join(base, command) } : {}
		return { ...rest, exec: { ...exec, ...absolute } }
	}
	const ofCluster = (cluster: Cluster): Cluster => from(cluster, ['certificate-authority'])
	return {
		current,
		contexts,
		clusters: new Map([...clusters].map(([name, cluster]) => [name, ofCluster(cluster)])),
		users: new Map([...users].map(([name, user]) => [name, ofUser(user)])),
	}
}

async function fromFile(path: string): Promise<Kubeconfig | undefined> {
	try {
		return located(kubeconfigIn(await parsed(await readFile(path, 'utf8'))), path)
	} catch (reason) {
		const { code, message } = reason as NodeJS.ErrnoException
		if (code === 'ENOENT') return undefined
		if (code === 'EISDIR') throw new KubeconfigError(`${path} is a folder, and a kubeconfig is a file`)
		throw new KubeconfigError(
			code === undefined ? `${path}: ${message}` : `${path} cannot be read: ${message}`,
		)
	}
}

/** All that is said together; a file that is named by `explicit` must be there, any other may be missing. */
export async function readKubeconfigs(env: NodeJS.ProcessEnv, explicit?: string): Promise<Kubeconfig> {
	const paths = explicit ? [explicit] : await kubeconfigPaths(env)
	const all = await Promise.all(paths.map(fromFile))
	if (explicit && all[0] === undefined)
		throw new KubeconfigError(`the kubeconfig ${explicit} does not exist: name another with --kubeconfig`)
	return merged(all.filter((one) => one !== undefined))
}
