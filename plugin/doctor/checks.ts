// All checks, in the order of their numbers. Pure.
import type { Check } from './check.ts'
import { groundChecks } from './checks/ground.ts'
import { installChecks } from './checks/install.ts'
import { keepingChecks } from './checks/keeping.ts'
import { paceChecks } from './checks/pace.ts'
import { quorumChecks } from './checks/quorum.ts'

export const checks: readonly Check[] = [
	...installChecks,
	...quorumChecks,
	...paceChecks,
	...groundChecks,
	...keepingChecks,
].toSorted((one, other) => (one.id < other.id ? -1 : 1))
