// A snapshot of a cluster with TLS under load, through the API server and by the real controller; and a member that begins from its file.
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { refusal } from '../../../etcd/arguments.ts'
import { manifestIn } from '../../../backup/manifest.ts'
import { LedgerApp } from '../../../playground/ledger.ts'
import { attempt, run } from '../../../playground/run.ts'
import { binaryOf } from '../../etcd/real/binaries.ts'
import { memberProcess, until } from '../../etcd/real/process.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { make, podsOf, untilHealthy } from '../cluster-support.ts'
import { plugin } from '../plugin.ts'
import { eventually, ownNamespace, playground } from '../support.ts'

interface FileDocument {
	readonly isWhole: boolean
	readonly contents: { readonly revision: string; readonly hash: number }
}

test('is saved while an application writes, and what is restored from it is what the members had', async (t) => {
	t.timeout(300_000)
	const namespace = await ownNamespace(t)
	const folder = await mkdtemp(join(tmpdir(), 'kubectl-etcd-live-'))
	t.teardown(async () => await rm(folder, { recursive: true, force: true }))
	await new Secrets(namespace, 'orders').writeAll()
	await make(namespace, 'orders', { size: 3, ...staticTls })
	await untilHealthy(namespace, 'orders')
	const app = await LedgerApp.start(playground, namespace, 'orders', 'orders-clients-tls')
	await eventually('it writes', async () => (await app.counts()).acknowledged > 100)

	const file = join(folder, 'orders.db')
	const line = ['snapshot', 'save', 'orders', file, '-n', namespace]
	const saved = await plugin(line)
	t.is(saved.code, 0, saved.err)
	t.is(saved.out, `${file}\n`)
	t.regex(saved.err, /orders\.db saved: .*, revision [\d,]+, etcd 3\.6\.16, from orders-\w+ in .* ok\n$/)
	t.is((await stat(file)).mode & 0o777, 0o600)
	t.is((await plugin(line)).code, 7)
	t.is((await plugin(['snapshot', 'verify', file])).code, 0)

	const manifest = manifestIn(await readFile(`${file}.manifest.json`, 'utf8'))
	const { out } = await plugin(['snapshot', 'status', file, '-o', 'json'])
	const document = JSON.parse(out) as FileDocument
	t.true(document.isWhole)
	t.true(BigInt(document.contents.revision) >= BigInt(manifest.revision))
	const etcd = binaryOf('3.6')
	if (etcd?.etcdutl === undefined) return t.fail('there is no etcdutl of 3.6')
	const told = JSON.parse(await run(etcd.etcdutl, ['snapshot', 'status', file, '-w', 'json'])) as object
	t.like(told, { hash: document.contents.hash, revision: Number(document.contents.revision) })

	const member = await memberProcess(t, etcd, 'a')
	const words = [
		'--data-dir',
		join(member.dir, 'data'),
		'--name',
		member.name,
		'--initial-cluster',
		member.listed,
	]
	const more = ['--initial-advertise-peer-urls', member.peerUrl, '--initial-cluster-token', 'restored']
	await run(etcd.etcdutl, ['snapshot', 'restore', file, ...words, ...more])
	member.start(refusal.initialCluster, refusal.initialState)
	await until('it serves', async () => await member.client.confirm())
	const { hash } = await member.client.hashKv(BigInt(manifest.hashKv?.revision ?? '0'))
	t.is(manifest.hashKv?.revision, manifest.revision)
	t.is(hash, manifest.hashKv?.hash ?? -1)

	// Of a disk that is full one sentence is said, and nothing is left on it.
	const small = 'mount -t tmpfs -o size=64k none "$0" && "$@"; code=$?; ls -A "$0"; exit $code'
	const shut = join(folder, 'small')
	await mkdir(shut)
	const main = join(import.meta.dirname, '../../../plugin/main.ts')
	const asked = [process.execPath, main, 'snapshot', 'save', 'orders', join(shut, 'it.db'), '-n', namespace]
	const full = await attempt('unshare', ['-m', 'sh', '-c', small, shut, ...asked], {
		env: { ...process.env, KUBECONFIG: playground.files.kubeconfig },
	})
	t.like(full, { code: 1, stdout: '' })
	t.regex(full.stderr, /^error: .*it\.db: the disk is full; nothing was left there$/m)

	// Through a pipe it is the same, and nobody is asked without a quorum.
	const pods = (await podsOf(namespace, 'orders')).map(({ metadata }) => metadata.name)
	const savedFrom = async (who: string) =>
		await plugin(['snapshot', 'save', 'orders', '-', '-n', namespace, '--from-member', who])
	const { code, err } = await savedFrom(pods[0] ?? '')
	t.is(code, 0, err)
	t.regex(err, new RegExp(`^saved: .* from ${pods[0]} `, 'm'))
	const nobody = await savedFrom('another')
	t.is(nobody.code, 1)
	t.regex(nobody.err, /"another" is no member of orders/)
	t.like(await app.verify(), { lost: 0, staleReads: 0 })
})
