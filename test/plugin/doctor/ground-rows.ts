// A row for each thing that can be wrong: what members stand on, and how they are kept.
import { at, down } from '../status/seen.ts'
import { factsOf, seenWell, three } from './facts.ts'
import {
	a,
	ago,
	b,
	backup,
	c,
	ended,
	triedTwice,
	install,
	policy,
	running,
	spec,
	tls,
	type Row,
} from './planted.ts'

export const groundRows: readonly Row[] = [
	[
		'D11',
		'two share a node',
		factsOf({
			sight: seenWell([
				a,
				{ ...b, pod: b.pod && { ...b.pod, spec: { nodeName: 'node-a', containers: [] } } },
				c,
			]),
		}),
		'warning',
		/orders-a and orders-b share node node-a/,
	],
	[
		'D11',
		'there is no budget',
		factsOf({ sight: seenWell(three, { budget: undefined }) }),
		'warning',
		/no disruption budget/,
	],
	[
		'D11',
		'nodes are hidden',
		factsOf({ sight: seenWell(three, { nodes: undefined }) }),
		'unknown',
		/nodes could not be listed/,
	],
	[
		'D14',
		'the last one failed',
		backup({ succeeded: false, Reason: 'AccessDenied' }),
		'problem',
		/nightly failed: AccessDenied/,
	],
	[
		'D14',
		'it was tried in vain',
		backup({
			succeeded: true,
			lastSuccessDate: ago(0),
			drill: { result: 'Failed', code: 'differs', object: 'o_v7', message: 'it holds 2 keys' },
		}),
		'problem',
		/o_v7 of nightly was tried and cannot be restored from: it holds 2 keys/,
	],
	[
		'D14',
		'it is late',
		backup({ succeeded: true, lastSuccessDate: ago(5) }),
		'warning',
		/was 5h ago, and each 60m is wanted/,
	],
	[
		'D14',
		'it is late by its cron line',
		backup({ succeeded: true, lastSuccessDate: ago(30) }, { schedule: '0 0 * * *' }),
		'warning',
		/one was due 14h ago/,
	],
	[
		'D15',
		'one ends',
		spec(tls, { certificates: [{ role: 'peer', secret: 's', notAfter: ago(-48) }] }),
		'warning',
		/peer certificate in secret s ends in 2d/,
	],
	[
		'D15',
		'one has ended',
		spec(tls, { certificates: [{ role: 'peer', secret: 's', notAfter: ago(2) }] }),
		'problem',
		/ended 2h ago|ended 120m ago/,
	],
	[
		'D16',
		'a claim is lost',
		factsOf({
			sight: seenWell([a, b, { ...c, claim: { metadata: { name: 'x' }, status: { phase: 'Lost' } } }]),
		}),
		'problem',
		/volume of orders-c is Lost/,
	],
	[
		'D16',
		'a volume is nearly full',
		factsOf({
			sight: seenWell([
				a,
				b,
				{
					...c,
					claim: { metadata: { name: 'x' }, status: { phase: 'Bound', capacity: { storage: '600Mi' } } },
				},
			]),
		}),
		'warning',
		/takes 69% of its volume/,
	],
	[
		'D17',
		'one was killed',
		factsOf({ sight: seenWell([a, b, ended('OOMKilled', 90)]) }),
		'warning',
		/want of memory 90m ago/,
	],
	[
		'D17',
		'one ended',
		factsOf({ sight: seenWell([a, b, ended('Error', 5, 2)]) }),
		'warning',
		/orders-c ended 5m ago with 2 \(3 in all\)/,
	],
	[
		'D17',
		'one ended with 1 a long time after its birth',
		factsOf({ sight: seenWell([a, b, ended('Error', 5, 1)]) }),
		'warning',
		/^orders-c ended 5m\S* ago with 1 \(3 in all\)$/,
	],
	[
		'D17',
		'one was killed just after its birth',
		factsOf({ sight: seenWell([a, b, triedTwice(137)]) }),
		'warning',
		/^orders-c ended 5m\S* ago with 137 \(1 in all\)$/,
	],
	['D18', 'a release loses writes', running('3.5.1'), 'problem', /3\.5\.1 can lose committed writes/],
	['D18', 'a release has a defect', running('3.6.8'), 'warning', /stale reads/],
	['D18', 'a minor has ended', running('3.4.45'), 'warning', /3\.4 gets no fixes/],
	['D19', 'history is kept', spec({ autoCompaction: { mode: 'Off' } }), 'warning', /kept for ever/],
	[
		'D20',
		'clocks differ',
		install({
			heartbeats: {
				value: [
					{ node: 'node-a', at },
					{ node: 'node-b', at: at + 120_000 },
				],
			},
		}),
		'warning',
		/node-a and node-b differ by about 2m/,
	],
	[
		'D21',
		'a policy may be between',
		factsOf({ policies: { value: [policy] }, sight: seenWell([a, b, down(2)]) }),
		'warning',
		/deny-all stand between/,
	],
]
