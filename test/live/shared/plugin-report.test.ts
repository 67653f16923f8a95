// kubectl etcd report: what is in it, and that no secret is, wherever one was put.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { Secrets, staticTls } from '../certificates.ts'
import { make, namesOf, podsOf, untilHealthy } from '../cluster-support.ts'
import { ownFolder, runPlugin, whoMay } from '../running-plugin.ts'
import { apply, kubectl, ownNamespace } from '../support.ts'

const planted = {
	env: 'planted-in-the-environment',
	annotation: 'planted-in-an-annotation',
	configMap: 'planted-in-a-config-map',
	secret: 'planted-in-a-secret',
	address: 'planted-in-an-address',
}

const filesIn = (dir: string): readonly string[] =>
	readdirSync(dir, { recursive: true, encoding: 'utf8' })
		.filter((file) => statSync(join(dir, file)).isFile())
		.toSorted()

test('a report of a cluster with TLS unpacks with tar, says what is missing, and has no secret in it', async (t) => {
	t.timeout(240_000)
	const namespace = await ownNamespace(t)
	await new Secrets(namespace, 'test').writeAll()
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'Secret',
		metadata: { name: 'word' },
		stringData: { word: planted.secret },
	})
	await apply(namespace, {
		apiVersion: 'v1',
		kind: 'ConfigMap',
		metadata: { name: 'word' },
		data: { word: planted.configMap },
	})
	await make(namespace, 'test', {
		size: 3,
		...staticTls,
		pod: {
			etcdEnv: [
				{ name: 'ETCD_TEAM_PASSWORD', value: planted.env },
				{ name: 'TEAM_TOKEN', valueFrom: { secretKeyRef: { name: 'word', key: 'word' } } },
				{ name: 'PROXY', value: `http://me:${planted.address}@proxy.example:3128` },
			],
			annotations: { 'team.example/api-key': planted.annotation },
		},
	})
	await kubectl(
		'-n',
		namespace,
		'annotate',
		'etcdcluster',
		'test',
		`team.example/token=${planted.annotation}`,
	)
	await untilHealthy(namespace, 'test', 90)
	const members = namesOf(await podsOf(namespace, 'test'))

	const dir = await ownFolder(t)
	const listed = await runPlugin(['report', 'test', '-n', namespace, '--stdout'], { cwd: dir })
	t.is(listed.code, 0, listed.err)
	t.deepEqual(filesIn(dir), [])
	t.regex(listed.out, new RegExp(`clusters/${namespace}/test/cluster\\.yaml +[0-9.]+Ki\n`))

	const made = await runPlugin(['report', 'test', '-n', namespace], { cwd: dir })
	t.is(made.code, 0, made.err)
	const archive = made.out.trim()
	t.regex(archive, /^etcd-report-test-\d{8}T\d{6}Z\.tar\.gz$/)
	t.is(statSync(join(dir, archive)).mode & 0o777, 0o600)
	execFileSync('tar', ['-xzf', archive], { cwd: dir })
	const files = filesIn(join(dir, archive.replace('.tar.gz', '')))
	const cluster = `clusters/${namespace}/test`
	for (const file of [
		...members.map((name) => `${cluster}/logs/${name}.log`),
		...['cluster', 'pods', 'services', 'budgets', 'events'].map((name) => `${cluster}/${name}.yaml`),
		`${cluster}/timeline.txt`,
		'definitions/etcdclusters.yaml',
		'operator/deployments.yaml',
		'rights.txt',
		'missing.txt',
		'redacted.txt',
		'versions.yaml',
	])
		t.true(files.includes(file), file)
	t.true(files.some((file) => file.startsWith('nodes/')))
	t.true(files.some((file) => /^operator\/logs\/kubectl-etcd-controller-.*\.log$/.test(file)))

	const texts = files.map((file) => readFileSync(join(dir, archive.replace('.tar.gz', ''), file), 'utf8'))
	const all = texts.join('\n') + made.out + made.err + listed.out + listed.err
	for (const [where, word] of Object.entries(planted)) t.false(all.includes(word), where)
	t.false(/PRIVATE KEY|BEGIN CERTIFICATE/.test(all))
	const secrets = JSON.parse(await kubectl('-n', namespace, 'get', 'secrets', '-o', 'json')) as {
		readonly items: readonly { readonly data?: Readonly<Record<string, string>> }[]
	}
	const values = secrets.items.flatMap(({ data = {} }) => Object.values(data))
	t.true(values.length > 6)
	for (const value of values) {
		t.false(all.includes(value))
		for (const line of Buffer.from(value, 'base64').toString().split('\n'))
			if (line.length > 20 && !line.startsWith('-----')) t.false(all.includes(line))
	}
	// References stay, and so does what is no secret.
	t.regex(all, /secretKeyRef:\n +key: word\n +name: word/)
	t.regex(all, /proxy\.example:3128/)
	for (const line of [
		'the value of the variable ETCD_TEAM_PASSWORD',
		'the annotation or label team.example/token',
	])
		t.true(made.err.includes(line), line)

	const again = await runPlugin(['report', 'test', '-n', namespace, '-f', archive], { cwd: dir })
	t.is(again.code, 1)
	t.regex(again.err, /is there already and is left as it is/)

	// By somebody who sees little.
	const kubeconfig = await whoMay(t, namespace, 'little', [
		{ apiGroups: ['etcd.database.coreos.com'], resources: ['etcdclusters'], verbs: ['get'] },
		{ apiGroups: [''], resources: ['pods'], verbs: ['list'] },
	])
	const little = await runPlugin(['report', 'test', '-n', namespace, '-f', 'little.tar.gz'], {
		cwd: dir,
		kubeconfig,
	})
	t.is(little.code, 0, little.err)
	for (const missing of [`${cluster}/events.yaml`, `${cluster}/logs/${members[0]}.log`, 'operator/pods.yaml'])
		t.true(little.err.includes(`  ${missing}: `), missing)
	execFileSync('tar', ['-xzf', 'little.tar.gz'], { cwd: dir })
	const [folder = ''] = readdirSync(dir).filter(
		(name) => !name.endsWith('.gz') && name !== archive.replace('.tar.gz', ''),
	)
	t.regex(readFileSync(join(dir, folder, 'rights.txt'), 'utf8'), /get +pods\/log +no\n/)
	t.true(filesIn(join(dir, folder)).includes(`${cluster}/cluster.yaml`))
})
