// Who paused a cluster, since when and why, and what that means for a change. Pure.
import { annotations } from '../../api/names.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { age } from '../screen/amount.ts'
import type { Cluster } from '../target.ts'

export function pausedText({ metadata }: KubeObject, now: number): string {
	const notes = metadata.annotations ?? {}
	const [by, since, reason] = [
		notes[annotations.pausedBy],
		Date.parse(notes[annotations.pausedSince] ?? ''),
		notes[annotations.pausedReason],
	]
	return [
		`${metadata.name} is paused`,
		...(by ? [`by ${by}`] : []),
		...(Number.isNaN(since) ? [] : [`for ${age(now - since)}`]),
		...(reason ? [`(${reason})`] : []),
	].join(' ')
}

export const pausedWarning = (object: KubeObject, now: number): string | undefined =>
	(object as Cluster).spec?.paused === true
		? `Warning: ${pausedText(object, now)}; the change is stored but nothing will happen\n  next  kubectl etcd resume ${object.metadata.name}`
		: undefined
