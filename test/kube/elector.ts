// A controller's process as far as its Lease goes, to be frozen as a whole: says every 5 ms whether it may act.
import { kubeApi } from '../../kube/api.ts'
import { kubeClient } from '../../kube/client.ts'
import { whereIsKubernetes } from '../../kube/config.ts'
import { elect } from '../../kube/lease.ts'

const [namespace = '', identity = ''] = process.argv.slice(2)
const kube = kubeClient(kubeApi(await whereIsKubernetes(process.env)))
const timing = {
	durationMs: 3000,
	renewDeadlineMs: 2000,
	pauseMs: { renewed: 300, looked: 300, failed: 300 },
}
const election = { namespace, name: 'leader', identity, ...timing, changed: () => {} }
const leadership = elect(kube, election, new AbortController().signal)
setInterval(() => process.stdout.write(`${leadership.held()} ${Date.now()}\n`), 5)
