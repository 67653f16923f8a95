// The controller with one thing broken in each: a rule that none of them breaks is no rule. Pure.
import type { Mutant } from './mutant.ts'
import { hands } from './mutants/hands.ts'
import { joining } from './mutants/joining.ts'
import { leaving } from './mutants/leaving.ts'
import { moving } from './mutants/moving.ts'
import { raised } from './mutants/raised.ts'
import { recovering } from './mutants/recovering.ts'
import { starting } from './mutants/starting.ts'

export const mutants: readonly Mutant[] = [
	...leaving,
	...joining,
	...starting,
	...hands,
	...moving,
	...raised,
	...recovering,
]
