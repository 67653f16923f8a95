// Clusters that are well, and of which no check may say otherwise.
import test from 'ava'
import { checks } from '../../../plugin/doctor/checks.ts'
import type { Facts } from '../../../plugin/doctor/facts.ts'
import type { Cluster } from '../../../plugin/target.ts'
import { cluster, well } from '../status/seen.ts'
import { factsOf, nodesAt, onVolumes, seenWell, three } from './facts.ts'
import { a, ago, b, backup, ended, metered, policy, spec, tls, triedTwice } from './planted.ts'

const healthy: readonly (readonly [what: string, facts: Facts])[] = [
	['three members on volumes', factsOf()],
	[
		'one member',
		factsOf({ sight: seenWell([a], { cluster: cluster({}, { ...onVolumes, size: 1 }), budget: undefined }) }),
	],
	[
		'data in pods',
		factsOf({ sight: seenWell([well(0), well(1), well(2)], { cluster: cluster(), claims: [] }) }),
	],
	[
		'a learner that just joins',
		factsOf({
			sight: seenWell(three, {
				cluster: cluster({ conditions: [{ type: 'Scaling', status: 'True' }] }, { ...onVolumes, size: 5 }),
			}),
		}),
	],
	['three zones, one each', factsOf({ sight: seenWell(three, { nodes: nodesAt(['x', 'y', 'z']) }) })],
	[
		'two zones, where one must hold two',
		factsOf({ sight: seenWell(three, { nodes: nodesAt(['x', 'x', 'y']) }) }),
	],
	['a disk that was slow as the cluster was born', metered({ fsyncs: 200, fsyncP99: 0.2, commitP99: 0.5 })],
	['elections of a first minute', metered({ leaderChanges: 3, upSeconds: 30 })],
	['a backup that was just made', backup({ succeeded: true, lastSuccessDate: ago(0.5) })],
	[
		'a backup by a cron line',
		backup({ succeeded: true, lastSuccessDate: ago(13.9) }, { schedule: '0 0 * * *' }),
	],
	[
		'certificates for weeks',
		spec(tls, { certificates: [{ role: 'peer', secret: 's', notAfter: ago(-24 * 60) }] }),
	],
	['a policy that lets members through', factsOf({ policies: { value: [policy] } })],
	[
		'one that was born five minutes ago, and asked the others once more',
		factsOf({ sight: seenWell([a, b, triedTwice(1)]) }),
	],
	['a restart long ago', factsOf({ sight: seenWell([a, b, ended('Error', 600)]) })],
	['a restart by somebody’s wish', factsOf({ sight: seenWell([a, b, ended('Completed', 5, 0)]) })],
	[
		'Argo keeps the spec',
		factsOf({
			sight: seenWell(three, {
				cluster: {
					...cluster({}, onVolumes),
					metadata: {
						...cluster().metadata,
						managedFields: [{ manager: 'argocd-controller', fieldsV1: { 'f:spec': {} } }],
					} as Cluster['metadata'],
				},
			}),
		}),
	],
]

for (const [what, facts] of healthy)
	test(`no false alarm: ${what}`, (t) => {
		const found = checks.flatMap((check) => check.judge(facts)).filter(({ is }) => is !== 'note')
		t.deepEqual(found, [])
	})
