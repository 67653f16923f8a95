// A whole report. Nothing that fails ends it.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { definitions } from '../../api/crd.ts'
import { apiVersion } from '../../api/names.ts'
import { cacheFolder } from '../cache-folder.ts'
import { Bundle } from './bundle.ts'
import { addCluster, listOf } from './cluster.ts'
import { addOperator } from './operator.ts'
import { rightsText } from './rights.ts'
import type { Scope } from './scope.ts'

const about = `What is in here:
  clusters/NAMESPACE/NAME  the EtcdCluster, its pods, claims, Services, budgets, policies and events, its timeline, its logs
  backups/NAMESPACE        EtcdBackups and EtcdRestores of these namespaces
  nodes                    the nodes that members run on
  operator, definitions    the operator's processes and logs, and which versions of our kinds there are
  rights.txt               what whoever made this may do
  versions.yaml            what runs
  last-error.txt           the plugin's last mistake, if there was one
  missing.txt              what could not be had, and why
  redacted.txt             what was taken out
Secrets and ConfigMaps are never read. Logs are as they were written but for what redacted.txt names.
`

export async function gatherReport(scope: Scope): Promise<Bundle> {
	const { reach, clusters, env, now } = scope
	const bundle = new Bundle()
	const namespaces = [...new Set(clusters.map(({ metadata }) => metadata.namespace ?? ''))]
	await Promise.all([
		bundle.text('README.txt', async () => await Promise.resolve(about)),
		bundle.object('versions.yaml', async () => ({
			made: new Date(now).toISOString(),
			by: { runtime: process.version, platform: `${process.platform}/${process.arch}` },
			kubernetes: (await reach.api.ask('GET', '/version')).body,
			etcd: Object.fromEntries(
				clusters.map(({ metadata, status }) => [
					`${metadata.namespace}/${metadata.name}`,
					status?.memberStates?.map(({ name, version }) => `${name} ${version}`) ?? [],
				]),
			),
		})),
		bundle.text('rights.txt', async () => {
			const texts = (namespaces.length === 0 ? [reach.namespace] : namespaces).map(
				async (namespace) => await rightsText(reach.api, namespace),
			)
			return (await Promise.all(texts)).join('\n')
		}),
		bundle.text(
			'last-error.txt',
			async () => await readFile(join(cacheFolder(env), 'last-error.txt'), 'utf8').catch(none),
		),
		addOperator(scope, bundle),
		...clusters.map(async (cluster) => await addCluster(scope, bundle, cluster)),
		...namespaces.flatMap((namespace) =>
			(['EtcdBackup', 'EtcdRestore'] as const).map(async (kind) => {
				const { plural } = definitions[kind]
				await bundle.object(
					`backups/${namespace}/${plural}.yaml`,
					async () => await listOf(scope, { apiVersion, kind, plural }, { namespace }),
				)
			}),
		),
	])
	return bundle
}

/** The plugin may never have made one. */
const none = (): undefined => undefined
