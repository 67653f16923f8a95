// The plugin as kubectl runs it, which finds it on the PATH and gives it what follows its name; and what it draws for narrow terminals.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import test from 'ava'
import { kubectlPath } from '../../../playground/playground.ts'
import { ground, storeCluster, type Ground } from './support.ts'

const main = join(import.meta.dirname, '../../../plugin/main.ts')

let on: Ground
let at: string
let bin: string
test.before(async (t) => {
	t.timeout(300_000)
	on = await ground('dispatch')
	at = await on.namespace()
	await storeCluster(on, at)
	bin = await mkdtemp(join(tmpdir(), 'kubectl-etcd-dispatch-'))
	await writeFile(join(bin, 'kubectl-etcd'), `#!/bin/sh\nexec "${process.execPath}" "${main}" "$@"\n`, {
		mode: 0o755,
	})
})
test.after.always(async () => {
	await on?.[Symbol.asyncDispose]()
	if (bin !== undefined) await rm(bin, { recursive: true })
})

const byKubectl = async (line: string, input = '') =>
	await on.run(line.replaceAll('NAMESPACE', at).split(' '), {
		by: [await kubectlPath()],
		env: { PATH: `${bin}:${process.env['PATH'] ?? ''}` },
		input,
	})

const rows: readonly (readonly [line: string, code: number, said: RegExp])[] = [
	['etcd get orders -n NAMESPACE -o name', 0, /^etcdcluster\.etcd\.database\.coreos\.com\/orders$/m],
	['etcd -n NAMESPACE get orders -o name', 0, /^etcdcluster\.etcd\.database\.coreos\.com\/orders$/m],
	['etcd --namespace=NAMESPACE -o name get', 0, /^etcdcluster\.etcd\.database\.coreos\.com\/orders$/m],
	['-n NAMESPACE etcd get orders', 1, /flags cannot be placed before plugin name: -n/],
	['--context nowhere etcd get orders', 1, /flags cannot be placed before plugin name: --context/],
	['etcd get orders -n NAMESPACE --context nowhere', 1, /^error: context "nowhere" does not exist$/m],
	['etcd statsu', 1, /^error: unknown command "statsu"\n {2}next {2}did you mean kubectl etcd status\?$/m],
	['etcd wait orders -n NAMESPACE --for=condition=Never --timeout=1s', 124, /still not/],
	[
		'etcd scale orders -n NAMESPACE --replicas=1',
		8,
		/refusing to scale orders from 3 to 1 without confirmation/,
	],
	['etcd status orders -n NAMESPACE --exit-zero', 0, /orders/],
	['etcd status orders -n NAMESPACE', 5, /QUORUM LOST/],
]

for (const [line, code, said] of rows)
	test(`kubectl ${line}`, async (t) => {
		const ran = await byKubectl(line)
		t.is(ran.code, code, `${ran.out}${ran.err}`)
		t.regex(`${ran.out}${ran.err}`, said)
	})

test('kubectl etcd create -f - reads what is piped to kubectl', async (t) => {
	const { out } = await byKubectl('etcd create flags --dry-run=client -o yaml')
	const ran = await byKubectl('etcd create -f - -n NAMESPACE --dry-run=server', out)
	t.is(ran.code, 0, ran.err)
	t.is(ran.out, 'etcdcluster.etcd.database.coreos.com/flags created (server dry run)\n')
})

for (const columns of [40, 80])
	for (const line of ['status orders', 'members orders', 'doctor orders', 'recover orders --plan'])
		test(`${columns} columns: ${line}`, async (t) => {
			const { out, err } = await on.run([...line.split(' '), '-n', at], { env: { COLUMNS: String(columns) } })
			t.not(out, '', err)
			// A word that is too long for a line of its own is not torn apart.
			const tooLong = out
				.split('\n')
				.filter((text) => Array.from(text).length > columns && /\S\s+\S/.test(text))
			t.deepEqual(tooLong, [])
		})
