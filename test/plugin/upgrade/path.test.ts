// Which versions lie on the way, judged by the same data as admission.
import test from 'ava'
import { releases } from '../../../api/releases.ts'
import { judge } from '../../../api/judge.ts'
import { pathBetween } from '../../../plugin/upgrade/path.ts'

const { recommended } = releases
const last = (minor: string): string => recommended[minor] ?? ''

const rows: readonly (readonly [from: string, to: string, path: readonly string[]])[] = [
	['3.5.35', '3.5.35', []],
	['3.5.20', '3.5.35', ['3.5.35']],
	['3.5.35', '3.6.16', ['3.6.16']],
	['v3.5.35', '3.6.16', ['3.6.16']],
	['3.5.20', '3.6.16', [last('3.5'), '3.6.16']],
	['3.5.35', '3.7.3', [last('3.6'), '3.7.3']],
	['3.4.45', '3.7.3', [last('3.5'), last('3.6'), '3.7.3']],
	['3.4.20', '3.6.16', [last('3.4'), last('3.5'), '3.6.16']],
	['3.7.3', '3.6.16', ['3.6.16']],
	['3.7.3', '3.5.35', [last('3.6'), '3.5.35']],
	['3.6.16', '3.6.11', ['3.6.11']],
	['3.6.16', '4.0.0', []],
	['latest', '3.6.16', []],
]

for (const [from, to, path] of rows)
	test(`${from} to ${to}`, (t) => {
		const hops = pathBetween(from, to, releases)
		t.deepEqual(
			hops.map((hop) => hop.to),
			path,
		)
		for (const [index, hop] of hops.entries()) if (index > 0) t.true(hop.from === hops[index - 1]?.to)
	})

const minors = Object.keys(recommended)
test('every step upwards between recommended releases is admitted', (t) => {
	for (const [index, from] of minors.entries())
		for (const to of minors.slice(index + 1))
			for (const hop of pathBetween(last(from), last(to), releases)) {
				const at = (version: string) => ({
					metadata: { name: 'orders', generation: 1 },
					spec: { size: 3, version },
					status: { currentVersion: hop.from, observedGeneration: 1 },
				})
				const found = judge('EtcdCluster', at(hop.from), at(hop.to)).filter(({ warning }) => !warning)
				t.deepEqual(found, [], `${hop.from} to ${hop.to}`)
			}
})
