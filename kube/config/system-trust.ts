// A cluster that names no authority is believed when this machine believes it, as every other program here would.
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

let isDone = false

/** For the whole process; a cluster with an authority of its own trusts no other. */
export function trustTheSystem(): void {
	if (isDone) return
	isDone = true
	setDefaultCACertificates([...getCACertificates('default'), ...getCACertificates('system')])
}
