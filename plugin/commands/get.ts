// kubectl etcd get.
import { requestTimeoutMs } from '../../kube/config/duration.ts'
import type { Call } from '../call.ts'
import { askedBy } from '../get/asked.ts'
import { follow } from '../get/follow.ts'
import { getOnce } from '../get/get.ts'
import { viewOf } from '../get/view.ts'
import { formatOf } from '../output/format.ts'

export async function run(call: Call): Promise<number> {
	const { args, flags, signal, terminal } = call
	const format = await formatOf(flags.text('output'), flags.text('template'))
	const reach = await call.reach()
	const asked = askedBy(args, flags, reach.namespace)
	const places = new Set(asked.names.map(({ namespace }) => namespace))
	const view = viewOf(format, flags, asked.namespace === undefined || places.size > 1)
	const timeoutMs = requestTimeoutMs(flags.text('request-timeout') ?? '0')
	const asker = { api: reach.api, accept: view.accept, signal, timeoutMs }
	if (asked.follows === 'no') return await getOnce(call, reach, asked, view, asker)
	if (asked.sortBy !== undefined) terminal.err('warning: --sort-by puts no changes in order\n')
	return await follow(call, reach, asked, view, asker)
}
