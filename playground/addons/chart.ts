// cert-manager's manifest, rendered by Helm from the chart inside its Go module: the same pins give the same text.
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { families } from '../programs/families.ts'
import { run } from '../run.ts'

const pins = join(import.meta.dirname, '../programs/cert-manager')
const version = `v${families['cert-manager'].version}`
const kubernetes = `v${families.kubernetes.version}`

async function moduleDirectory(): Promise<string> {
	const env = { ...process.env, GOFLAGS: '-mod=readonly', GOWORK: 'off' }
	const module = 'github.com/cert-manager/cert-manager'
	await run('go', ['mod', 'download', module], { cwd: pins, env })
	return (await run('go', ['list', '-m', '-f', '{{.Dir}}', module], { cwd: pins, env })).trim()
}

/** The module holds the chart's parts; its release script, which is not run here, would put them together. */
async function assemble(from: string, chart: string): Promise<void> {
	const source = join(from, 'deploy/charts/cert-manager')
	await mkdir(join(chart, 'templates'), { recursive: true })
	const copy = async (file: string) => await writeFile(join(chart, file), await readFile(join(source, file)))
	await copy('values.yaml')
	for (const file of await readdir(join(source, 'templates'))) await copy(join('templates', file))
	// The injector is of a later release, which applies instead of updating, and whose chart lets it.
	const rights = join(chart, 'templates/cainjector-rbac.yaml')
	const given = await readFile(rights, 'utf8')
	await writeFile(rights, given.replaceAll('"watch", "update"]', '"watch", "update", "patch"]'))
	const about = await readFile(join(source, 'Chart.template.yaml'), 'utf8')
	const filled = about
		.replace(/^version: .*/m, `version: ${version}`)
		.replace(/^appVersion: .*/m, `appVersion: ${version}`)
		.replace('{{IS_PRERELEASE}}', 'false')
	await writeFile(join(chart, 'Chart.yaml'), filled)
	const crds = (await readdir(join(from, 'deploy/crds')))
		.filter((file) => /^crd-.*\.yaml$/.test(file))
		.toSorted()
	const texts = await Promise.all(
		crds.map(async (file) => await readFile(join(from, 'deploy/crds', file), 'utf8')),
	)
	const all = ['{{- if .Values.installCRDs }}', ...texts.flatMap((text) => ['---', text]), '{{- end }}', '']
	await writeFile(join(chart, 'templates/crds.yaml'), all.join('\n'))
}

export async function renderCertManager(helm: string): Promise<string> {
	const from = await moduleDirectory()
	const work = await mkdtemp(join(tmpdir(), 'kubectl-etcd-chart-'))
	try {
		const chart = join(work, 'cert-manager')
		await assemble(from, chart)
		const values = {
			installCRDs: 'true',
			creator: 'static',
			'startupapicheck.enabled': 'false',
			'global.leaderElection.namespace': 'cert-manager',
			'prometheus.enabled': 'false',
		}
		const set = Object.entries(values).map(([name, value]) => `${name}=${value}`)
		const env = { ...process.env, HELM_CACHE_HOME: work, HELM_CONFIG_HOME: work, HELM_DATA_HOME: work }
		const flags = ['--namespace', 'cert-manager', '--kube-version', kubernetes, '--set', set.join(',')]
		const rendered = await run(helm, ['template', 'cert-manager', chart, ...flags], { env })
		return (await readFile(join(from, 'deploy/manifests/namespace.yaml'), 'utf8')) + rendered
	} finally {
		await rm(work, { recursive: true, force: true })
	}
}
