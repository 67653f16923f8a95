// A member that speaks TLS to clients, with whatever certificates a test gives it, and wants to see one. Its metrics are plain.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExecutionContext } from 'ava'
import type { Pair } from '../../../runtime/pki/certificate.ts'
import type { Etcd } from './binaries.ts'
import { memberProcess, type MemberProcess } from './process.ts'

interface Shown {
	readonly server: Pair
	/** Who may have signed what clients show. */
	readonly trusted: string
}

/** Where it is and what is free there; the process itself is another than that of `place`. */
export async function secureMember(
	t: ExecutionContext,
	etcd: Etcd,
	{ server, trusted }: Shown,
): Promise<MemberProcess> {
	const place = await memberProcess(t, etcd, 'a')
	const files = { cert: server.certificate, key: server.key, 'trusted-ca': trusted }
	for (const [name, text] of Object.entries(files)) await writeFile(join(place.dir, name), text)
	const url = `https://${place.host}:${place.ports.client}`
	const child = spawn(
		etcd.path,
		[
			`--name=a`,
			`--data-dir=${join(place.dir, 'data')}`,
			`--listen-peer-urls=${place.peerUrl}`,
			`--initial-advertise-peer-urls=${place.peerUrl}`,
			`--initial-cluster=${place.listed}`,
			`--listen-client-urls=${url}`,
			`--advertise-client-urls=${url}`,
			...(etcd.dialect.metricsListener
				? [`--listen-metrics-urls=http://${place.host}:${place.ports.metrics}`]
				: []),
			'--client-cert-auth=true',
			...Object.keys(files).map((name) => `--${name}-file=${join(place.dir, name)}`),
		],
		{ stdio: 'ignore' },
	)
	const ended = once(child, 'close')
	t.teardown(async () => {
		child.kill('SIGKILL')
		await ended
	})
	return place
}
