import { backups } from './backups.ts'
import type { Row } from './row.ts'
import { pods } from './pods.ts'
import { recoveries } from './recoveries.ts'
import { shapes } from './shapes.ts'
import { sizes } from './sizes.ts'
import { versions } from './versions.ts'

export const rows: readonly Row[] = [...sizes, ...versions, ...shapes, ...pods, ...recoveries, ...backups]
