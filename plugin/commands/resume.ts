// kubectl etcd resume.
import type { Call } from '../call.ts'
import { alter } from '../change/alter.ts'
import { resuming } from '../pause/pausing.ts'

export const run = async (call: Call): Promise<number> =>
	(await alter(call, (cluster) => resuming(cluster, call.clock()))).exit
