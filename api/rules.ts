// The rules, each under the name of what it finds. Pure. The webhook refuses by them, the controller runs them again before it
// acts, and the plugin before it sends. docs/admission.md has every one of them with its sentence and its reason.
import { annotations } from './names.ts'
import { backupRules, restoreRules } from './rules/backup.ts'
import { otherClusterRules } from './rules/cluster.ts'
import type { Change, Check, Finding } from './rules/finding.ts'
import { podRules } from './rules/pod.ts'
import { recoveryRules } from './rules/recovery.ts'
import { sizeRules } from './rules/size.ts'
import { storageRules } from './rules/storage.ts'
import { tlsRules } from './rules/tls.ts'
import { versionMoveRules } from './rules/version-move.ts'
import { versionRules } from './rules/version.ts'
import type { ByKind, EtcdCluster, Kind } from './types.ts'

const clusterRules = {
	...otherClusterRules,
	...sizeRules,
	...versionRules,
	...versionMoveRules,
	...tlsRules,
	...storageRules,
	...podRules,
	...recoveryRules,
}

export const rules: { readonly [K in Kind]: Readonly<Record<string, Check<ByKind[K]>>> } = {
	EtcdCluster: clusterRules,
	EtcdBackup: backupRules,
	EtcdRestore: restoreRules,
}

/** Nobody reads more, and answers have an end. */
const mostOfARule = 16

function run<T>(list: Readonly<Record<string, Check<T>>>, change: Change<T>): Finding[] {
	const findings: Finding[] = []
	for (const rule in list)
		for (const found of (list[rule]?.(change) ?? []).slice(0, mostOfARule)) findings.push({ rule, ...found })
	return findings
}

export const check = <K extends Kind>(kind: K, change: Change<ByKind[K]>): Finding[] =>
	run(rules[kind], change)

/** A request to the scale subresource knows sizes and nothing else. */
export const checkScale = (change: Change<EtcdCluster>): Finding[] =>
	run(sizeRules, change).map((finding) => ({ ...finding, field: 'spec.replicas' }))

/** Enforced by a ValidatingAdmissionPolicy, which, unlike a webhook, is not called for others and sees the namespace. */
export const deletionGuarded = ({ metadata }: EtcdCluster): boolean =>
	metadata?.annotations?.[annotations.deletionProtection] === 'true'
