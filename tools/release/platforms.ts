// What the plugin is released for: krew's words for a platform, and npm's for the runtime that its executable begins with. Pure.

export interface Platform {
	readonly os: 'linux' | 'darwin' | 'windows'
	readonly arch: 'amd64' | 'arm64'
	/** What Bun calls it; the package of that runtime is called the same. */
	readonly bun: string
}

export const platforms: readonly Platform[] = [
	{ os: 'linux', arch: 'amd64', bun: 'bun-linux-x64' },
	{ os: 'linux', arch: 'arm64', bun: 'bun-linux-aarch64' },
	{ os: 'darwin', arch: 'amd64', bun: 'bun-darwin-x64' },
	{ os: 'darwin', arch: 'arm64', bun: 'bun-darwin-aarch64' },
	{ os: 'windows', arch: 'amd64', bun: 'bun-windows-x64' },
	{ os: 'windows', arch: 'arm64', bun: 'bun-windows-aarch64' },
]

export const nameOf = ({ os, arch }: Platform): string => `${os}-${arch}`

const suffix = ({ os }: Platform): string => (os === 'windows' ? '.exe' : '')

export const executableOf = (platform: Platform): string => `kubectl-etcd${suffix(platform)}`

export const runtimeOf = (platform: Platform): string => `bin/bun${suffix(platform)}`

export const archiveOf = (platform: Platform, version: string): string =>
	`kubectl-etcd-v${version}-${nameOf(platform)}.tar.gz`

/** The platform of a process, from Node's words for it. */
export const platformOf = (os: string, arch: string): Platform | undefined => {
	const words = { os: os === 'win32' ? 'windows' : os, arch: arch === 'x64' ? 'amd64' : arch }
	return platforms.find((one) => one.os === words.os && one.arch === words.arch)
}
