// What a node sees of the machine: its own disk, its own memory, a /var of its own, and kernel settings that are already as the
// kubelet wants them, so that it writes none: they belong to the whole machine.
import { cgroupsHere, mountGroups } from './cgroups.ts'
import { diskHere } from './layout.ts'

const asTheKubeletWants = {
	'vm/overcommit_memory': 1,
	'vm/panic_on_oom': 0,
	'kernel/panic': 10,
	'kernel/panic_on_oops': 1,
	'kernel/keys/root_maxkeys': 1_000_000,
	'kernel/keys/root_maxbytes': 25_000_000,
}

const settings = Object.entries(asTheKubeletWants)
	.map(([setting, value], index) => {
		const file = `/run/node/setting-${index}`
		return `echo ${value} > ${file}; mount --bind ${file} /proc/sys/${setting}`
	})
	.join('\n')

/** Shell for the first process of a node; it says "on" and then only collects orphans. */
export const insideNode = (disk: string): string => `${mountGroups(cgroupsHere())}
mkdir -p ${diskHere} /run/node
mount --bind ${disk} ${diskHere}
mount -t tmpfs tmpfs /run/node
mkdir -p ${diskHere}/var ${diskHere}/var-work
mount -t overlay overlay -o lowerdir=/var,upperdir=${diskHere}/var,workdir=${diskHere}/var-work /var
${settings}
mount --make-rshared /
echo on
exec >&-
while :; do sleep 1000000 & wait; done
`
