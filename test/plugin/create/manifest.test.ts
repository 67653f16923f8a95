// From flags to a manifest that the rules admit.
import test from 'ava'
import { parse } from 'yaml'
import { judge } from '../../../api/judge.ts'
import { create } from '../../../plugin/catalogue/create.ts'
import { clusterOf, commented } from '../../../plugin/create/manifest.ts'
import { wantedOf } from '../../../plugin/create/wanted.ts'
import { everywhere } from '../../../plugin/line/everywhere.ts'
import { flagsOf } from '../../../plugin/line/parse.ts'
import { tokensOf } from '../../../plugin/line/tokens.ts'

const options = [...create.options, ...everywhere]
const from = (line: string) =>
	clusterOf(
		wantedOf('orders', undefined, flagsOf(tokensOf(line.split(' ').filter(Boolean), options).flags, options)),
	)

const claim = { resources: { requests: { storage: '10Gi' } } }
const rows: readonly (readonly [line: string, spec: object])[] = [
	['', { pod: { persistentVolumeClaimSpec: claim } }],
	['--storage none', {}],
	['--size 5', { size: 5, pod: { persistentVolumeClaimSpec: claim } }],
	['--replicas=5 --size=5 --storage none', { size: 5 }],
	['--version 3.5.35 --storage none', { version: '3.5.35' }],
	[
		'--storage 20Gi --storage-class fast --quota 8Gi',
		{
			quotaBackendBytes: '8Gi',
			pod: {
				persistentVolumeClaimSpec: {
					storageClassName: 'fast',
					resources: { requests: { storage: '20Gi' } },
				},
			},
		},
	],
	[
		'--storage none --memory 1Gi --cpu 500m --node-selector a/b=c --node-selector d=',
		{
			pod: {
				resources: { requests: { cpu: '500m', memory: '1Gi' }, limits: { memory: '1Gi' } },
				nodeSelector: { 'a/b': 'c', d: '' },
			},
		},
	],
	['--storage none --tls none', {}],
	['--storage none --tls cert-manager:ca', { TLS: { certManager: { issuerRef: { name: 'ca' } } } }],
	[
		'--storage none --tls cert-manager:clusterissuer/ca',
		{ TLS: { certManager: { issuerRef: { name: 'ca', kind: 'ClusterIssuer' } } } },
	],
	[
		'--storage none --tls secrets',
		{
			TLS: {
				static: {
					member: { peerSecret: 'orders-peer', serverSecret: 'orders-server' },
					operatorSecret: 'orders-operator',
				},
			},
		},
	],
]

for (const [line, spec] of rows)
	test(`create orders ${line}`, (t) => {
		const cluster = from(line)
		t.deepEqual(cluster.spec, { size: 3, version: '3.6.16', ...spec })
		t.deepEqual(parse(commented(cluster)), cluster, 'comments change nothing')
		t.deepEqual(
			judge('EtcdCluster', undefined, cluster).filter(({ warning }) => !warning),
			[],
		)
	})

const refused: readonly (readonly [line: string, part: RegExp])[] = [
	['--replicas 3 --size 5', /--replicas 3 and --size 5/],
	['--tls yes', /--tls: "yes" is nothing that is known/],
	['--node-selector zone', /--node-selector: "zone" is no label/],
	['--storage none --storage-class fast', /--storage-class: there is no volume/],
	['--size three', /--size: "three" is not a whole number/],
]
for (const [line, part] of refused)
	test(`refused: create orders ${line}`, (t) => {
		t.throws(() => from(line), { message: part })
	})

test('every field that somebody may wonder about has a comment above it', (t) => {
	const text = commented(from('--quota 8Gi --memory 1Gi --tls secrets'))
	for (const field of ['size', 'version', 'quotaBackendBytes', 'TLS', 'pod', 'persistentVolumeClaimSpec'])
		t.regex(text, new RegExp(`^ *# .*\\n *${field}:`, 'm'))
})
