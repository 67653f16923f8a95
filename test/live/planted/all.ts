// All problems that are planted, in the order in which they are shown.
import { ground } from './ground.ts'
import { keeping } from './keeping.ts'
import { members } from './members.ts'
import { operator } from './operator.ts'
import { pace } from './pace.ts'

export const problems = [...keeping, ...members, ...pace, ...ground, ...operator]
