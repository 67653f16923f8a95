// Where things are kept outside the checkout: what is costly to make, once per user; what a running playground owns, per name.
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { Complaint } from './complaint.ts'

const xdg = (variable: string, fallback: string): string => {
	const value = process.env[variable]
	return value !== undefined && isAbsolute(value) ? value : join(homedir(), fallback)
}

/** Made once, used by every checkout of this user; safe to delete when no playground runs. */
export const cacheDir = (): string => join(xdg('XDG_CACHE_HOME', '.cache'), 'kubectl-etcd')

/** Work in progress carries its process's id as ".PID.work"; what a killed one left is removed by the next. */
export const workName = (target: string): string => `${target}.${process.pid}.work`

export async function sweepCache(): Promise<void> {
	for (const place of ['images', 'nodes', 'node', 'bun', 'debian/amd64', 'debian/arm64']) {
		const dir = join(cacheDir(), place)
		for (const entry of await readdir(dir).catch(() => [])) {
			const [, pid] = /\.(\d+)\.work$/.exec(entry) ?? []
			if (pid !== undefined && !existsSync(`/proc/${pid}`))
				await rm(join(dir, entry), { recursive: true, force: true })
		}
	}
}

/** A socket's path has room for 107 bytes, and names in the state directory become such paths. */
const longestState = 80

/** Everything a running playground writes; gone when it is down, except its logs and its lock. */
function stateDir(name: string): string {
	if (!/^[a-z0-9]([a-z0-9-]{0,30}[a-z0-9])?$/.test(name))
		throw new Complaint(
			`playground name "${name}": use up to 32 lower-case letters, digits and dashes, such as "default".`,
		)
	const dir = join(xdg('XDG_STATE_HOME', '.local/state'), 'kubectl-etcd', name)
	if (dir.length <= longestState) return dir
	throw new Complaint(
		`the state directory ${dir} has a path of ${dir.length} characters and sockets allow ${longestState}: set XDG_STATE_HOME to a shorter one.`,
	)
}

/** The files of a playground that other processes may read. */
export const filesOf = (name: string) => {
	const state = stateDir(name)
	return {
		state,
		kubeconfig: join(state, 'kubeconfig'),
		control: join(state, 'control.sock'),
		record: join(state, 'playground.json'),
		logs: join(state, 'logs'),
	}
}
