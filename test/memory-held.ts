// What a process holds, without what nobody has collected yet: what a test may put a bound to.
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

export function memoryHeld(): NodeJS.MemoryUsage {
	collect()
	return process.memoryUsage()
}
