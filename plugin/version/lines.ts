// Versions for people. Pure.
import type { Seen } from './seen.ts'
import type { Verdict } from './skew.ts'

export const clientLines = (version: string): readonly string[] => [
	`plugin     ${version}, kubectl etcd of the project kubectl-etcd`,
]

export function serverLines({ operator, api, etcd, unseen }: Seen, { sentence }: Verdict): readonly string[] {
	const images = [...new Set(Object.values(operator))]
	const versions = Object.entries(etcd).toSorted(([one], [other]) => (one < other ? -1 : 1))
	return [
		`operator   ${images.join(', ') || 'not seen'}`,
		`API        ${api.join(', ') || 'not installed'}`,
		`etcd       ${versions.map(([version, count]) => `${version} (${count})`).join(', ') || 'no cluster reports one'}`,
		`verdict    ${sentence}`,
		...unseen.map((message) => `unseen     ${message}`),
	]
}
