// kubectl etcd env.
import { tmpdir } from 'node:os'
import { ports } from '../../api/names.ts'
import { minorIn } from '../../api/releases.ts'
import type { Call } from '../call.ts'
import { exportsFor, isShell } from '../env/exports.ts'
import { clean, write } from '../env/folder.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { credentialsOf } from '../sight/credentials.ts'
import { named, targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags, terminal, args } = call
	const local = flags.whole('local', 1, 65_535) ?? ports.client
	const standard = process.platform === 'win32' ? 'powershell' : 'sh'
	const shell = flags.text('shell') ?? standard
	if (!isShell(shell)) throw new Failure(`--shell: "${shell}" is no shell that is known`)
	if (flags.truth('clean') === true) return await cleaned(call)
	const cluster = await targetOf(call)
	const { name, namespace = '' } = cluster.metadata
	// Whoever is of these minors speaks the old API unless told, and later ones warn of a variable that they do not know.
	const early = ['3.2', '3.3'].includes(minorIn(cluster.status?.currentVersion) ?? '')
	const protocol: readonly (readonly [string, string])[] = early ? [['ETCDCTL_API', '3']] : []
	const credentials = await credentialsOf(await call.reach(), cluster)
	const forward = `kubectl etcd port-forward ${name} -n ${namespace}${local === ports.client ? '' : ` --local ${local}`}`
	const hint = `for this to work, in another terminal:   ${forward}\n`
	if (credentials.isPlain) {
		terminal.out(exportsFor(shell, [...protocol, ['ETCDCTL_ENDPOINTS', `http://localhost:${local}`]]))
		terminal.err(hint)
		return exits.done
	}
	if (credentials.tls === undefined)
		throw new Failure({
			what: `there is no certificate to connect to ${name} with`,
			why: credentials.note.what,
			next: credentials.note.next,
		})
	const { ca, cert, key, folder } = await write(tmpdir(), { namespace, name }, credentials.tls)
	terminal.out(
		exportsFor(shell, [
			...protocol,
			['ETCDCTL_ENDPOINTS', `https://localhost:${local}`],
			['ETCDCTL_CACERT', ca],
			['ETCDCTL_CERT', cert],
			['ETCDCTL_KEY', key],
		]),
	)
	terminal.err(hint)
	terminal.err(
		`a key is in ${folder}; when you are done:   kubectl etcd env ${args[0] ?? name} -n ${namespace} --clean\n`,
	)
	return exits.done
}

/** The cluster may be gone by then. */
async function cleaned(call: Call): Promise<number> {
	const [word] = call.args
	const { namespace } = await call.reach()
	const at = word === undefined ? undefined : named(word, namespace)
	const { metadata } = at ? { metadata: at } : await targetOf(call)
	const removed = await clean(tmpdir(), { name: metadata.name, namespace: metadata.namespace ?? '' })
	call.terminal.err(
		removed.length === 0 ? 'nothing to remove\n' : removed.map((one) => `${one} removed\n`).join(''),
	)
	return exits.done
}
