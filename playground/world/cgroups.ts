// Control groups of a playground and of its nodes: each sees its own group as the root, so a kubelet enforces limits as on a
// machine of its own and never touches the groups of others. Version 1 has a tree per controller, version 2 one tree.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const cgroupMount = '/sys/fs/cgroup'

interface Tree {
	readonly mountPoint: string
	/** Mount options: the controllers of a version 1 tree, nothing for version 2. */
	readonly options: string
}

export interface Cgroups {
	readonly version: 1 | 2
	readonly trees: readonly Tree[]
}

const controllers = new Set([
	'cpu',
	'cpuacct',
	'cpuset',
	'memory',
	'devices',
	'freezer',
	'blkio',
	'pids',
	'name=systemd',
])

/** Pure: from the text of /proc/mounts. */
export function parseCgroups(mounts: string): Cgroups {
	const lines = mounts.split('\n').map((line) => line.split(' '))
	const old = lines.flatMap(([, mountPoint = '', kind, options = '']) => {
		const names = options.split(',').filter((option) => controllers.has(option))
		return kind === 'cgroup' && names.length > 0 ? [{ mountPoint, options: names.join(',') }] : []
	})
	// In a mount namespace of ours the machine's own mounts are still listed, covered by ours: each place counts once.
	const trees = [...new Map(old.map((tree) => [tree.mountPoint, tree])).values()]
	if (trees.length > 0) return { version: 1, trees }
	const [, mountPoint = cgroupMount] = lines.find(([, , kind]) => kind === 'cgroup2') ?? []
	return { version: 2, trees: [{ mountPoint, options: '' }] }
}

export const cgroupsHere = (): Cgroups => parseCgroups(readFileSync('/proc/mounts', 'utf8'))

/** The directories of one group, one in each tree. */
export const groupDirs = ({ trees }: Cgroups, name: string): string[] =>
	trees.map(({ mountPoint }) => join(mountPoint, name))

/** Where a process writes its id to become a member of the group. */
export const memberFiles = (groups: Cgroups, name: string): string[] =>
	groupDirs(groups, name).map((dir) => join(dir, groups.version === 1 ? 'cgroup.procs' : 'leaf/cgroup.procs'))

/**
 * Shell that makes the groups given as arguments, joins them, and goes on with "$NEXT" where they are the root. In version 1 a
 * cpuset starts empty and takes nobody until it has what its parent has. In version 2 a group with members cannot give
 * controllers to its children: so the namespace is made in the group, and then its members move to a leaf.
 */
export const enterGroups = `
for group; do
	mkdir -p "$group"
	if [ -e "$group/cgroup.controllers" ]; then
		mkdir -p "$group/leaf"
	elif [ -e "$group/cpuset.cpus" ]; then
		cat "$group/../cpuset.cpus" > "$group/cpuset.cpus"
		cat "$group/../cpuset.mems" > "$group/cpuset.mems"
		echo 1 > "$group/cgroup.clone_children"
	fi
	echo $$ > "$group/cgroup.procs"
done
exec unshare --cgroup sh -ec '
	for group; do
		[ -e "$group/cgroup.controllers" ] || continue
		echo $$ > "$group/leaf/cgroup.procs"
		for controller in $(cat "$group/cgroup.controllers"); do echo "+$controller" > "$group/cgroup.subtree_control"; done
	done
	eval "$NEXT"' enter "$@"`

/** Shell that shows the group one is in as the root of the tree: to be run inside a new mount namespace. */
export function mountGroups({ version, trees }: Cgroups): string {
	if (version === 2) return `mount -t cgroup2 cgroup2 ${cgroupMount}`
	const lines = trees.flatMap(({ mountPoint, options }) => [
		`mkdir -p ${mountPoint}`,
		`mount -t cgroup -o ${options.includes('name=') ? `none,${options}` : options} cgroup ${mountPoint}`,
	])
	// runc exec fails without the named tree that systemd keeps, even where there is no systemd.
	if (!trees.some(({ options }) => options === 'name=systemd'))
		lines.push(
			`mkdir ${cgroupMount}/systemd`,
			`mount -t cgroup -o none,name=systemd cgroup ${cgroupMount}/systemd`,
		)
	return [`mount -t tmpfs tmpfs ${cgroupMount}`, ...lines].join('\n')
}

/** Shell that removes empty groups and everything below them, giving their last members some seconds to end. */
export const removeGroups = `
for attempt in 1 2 3 4 5 6 7 8 9 10; do
	find "$@" -depth -type d -exec rmdir {} + 2>/dev/null
	left=; for group; do [ -d "$group" ] && left=1; done
	[ -z "$left" ] && break
	sleep 0.3
done`
