// What to do, and not to do, while there is no quorum. Pure.
import type { Sight } from '../sight/sight.ts'

export function lostSteps({ cluster }: Sight): readonly string[] {
	const { name, namespace = 'default' } = cluster.metadata
	return [
		'Do not delete pods, PVCs or the EtcdCluster: one of them may hold the newest data.',
		`If a lost node can return:   kubectl etcd wait ${name} -n ${namespace} --for=quorum --timeout=15m`,
		`If not, read the plan, which changes nothing:   kubectl etcd recover ${name} -n ${namespace} --plan`,
	]
}
