// The words of a fault on the command line. Pure.
import { Complaint } from '../complaint.ts'
import type { Fault } from '../world/faults/faults.ts'

const kinds = `kinds of fault:
  partition PLACE PLACE   lose packets between two places (NODE, control-plane or NAMESPACE/POD); --one-way: from the first only
  kill POD [CONTAINER]    kill -9 the processes of a container (POD is NAMESPACE/POD)
  freeze POD [CONTAINER]  stop them for a while
  stop-node NODE          cut its power; it comes back with its disk
  lose-node NODE          lose it; it comes back empty
  stop-apiserver, restart-apiserver
A fault holds until --for SECONDS have passed or Ctrl-C, and is undone then.`

export function parseFault([kind, first, second, ...more]: readonly string[], oneWay: boolean): Fault {
	const none = first === undefined
	const one = second === undefined
	if (more.length === 0) {
		if (kind === 'partition' && !none && !one) return { fault: kind, from: first, to: second, oneWay }
		if ((kind === 'kill' || kind === 'freeze') && !none)
			return { fault: kind, pod: first, ...(!one && { container: second }) }
		if ((kind === 'stop-node' || kind === 'lose-node') && !none && one) return { fault: kind, node: first }
		if ((kind === 'stop-apiserver' || kind === 'restart-apiserver') && none) return { fault: kind }
	}
	throw new Complaint(`"${[kind, first, second, ...more].filter(Boolean).join(' ')}" is no fault; ${kinds}`)
}
