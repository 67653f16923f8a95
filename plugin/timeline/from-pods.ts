// What pods tell after their events are forgotten, which is after an hour: when they were made, and which processes ended. Pure.
import type { ContainerStatus, Pod } from '../../kube/pod.ts'
import { timeOf, type Entry } from './entry.ts'

export function entriesOfPod(pod: Pod): readonly Entry[] {
	const { metadata, spec, status } = pod
	const about = { count: 1, kind: 'Pod', name: metadata.name } as const
	const made = timeOf(metadata.creationTimestamp)
	return [
		...(made === undefined
			? []
			: [
					{
						...about,
						at: made,
						first: made,
						sort: 'member' as const,
						reason: 'Created',
						text: spec.nodeName === undefined ? 'pod made, on no node yet' : `pod made, on ${spec.nodeName}`,
					},
				]),
		...(status?.containerStatuses ?? []).flatMap((container) => endsOf(container, about)),
	]
}

const times = (count: number): string => (count === 1 ? 'once' : `${count} times`)

function endsOf(
	{ name, restartCount = 0, state, lastState }: ContainerStatus,
	about: Pick<Entry, 'count' | 'kind' | 'name'>,
): readonly Entry[] {
	return [lastState?.terminated, state?.terminated].flatMap((ended) => {
		const at = timeOf(ended?.finishedAt)
		if (ended === undefined || at === undefined) return []
		const how = `${name} ended: ${ended.reason ?? 'for no reason that is known'} (exit code ${ended.exitCode ?? '?'})`
		const again = ended === lastState?.terminated && restartCount > 0
		const text = again ? `${how}; restarted ${times(restartCount)} in all` : how
		return [{ ...about, at, first: at, sort: 'restart' as const, reason: ended.reason ?? 'Ended', text }]
	})
}
