// Asks for certificates, keeps what members are given, and lets their kubelets look at once.
import { annotations } from '../../api/names.ts'
import { tlsSources } from '../../api/tls.ts'
import { isNotFound } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import { NotNow } from '../not-now.ts'
import { certificateObject, clientsObject, keptObject } from '../objects/certificates.ts'
import type { Look } from '../observe.ts'
import type { Observed } from '../observed.ts'
import type { StepOf } from '../step.ts'
import { idOf, type Key, type World } from '../world.ts'
import { patchPod, seenAt, wantedIn } from './write.ts'

export async function issueCertificates(
	world: World,
	key: Key,
	seen: Observed,
	{ names }: StepOf<'issueCertificates'>,
): Promise<void> {
	const { spec } = wantedIn(seen)
	const roles = tlsSources(seen.name, spec.TLS).filter(({ secret }) => names.includes(secret))
	try {
		for (const { role } of roles)
			await world.kube.apply(
				kinds.certificate,
				certificateObject(seen, spec, role, world.options.clusterDomain),
			)
	} catch (reason) {
		if (!isNotFound(reason)) throw reason
		throw new Error(
			'spec.TLS.certManager: this Kubernetes has no Certificates of cert-manager.io/v1; install cert-manager, or write spec.TLS.static',
			{ cause: reason },
		)
	} finally {
		world.memory.forgetRecalled(idOf(key))
	}
}

/** Only over what was read: whoever comes second has decided on something older. */
export async function keepCertificates(world: World, key: Key, { seen, certified }: Look): Promise<void> {
	const change = certified?.seen.change
	if (certified === undefined || change === undefined) throw new NotNow('nothing is to be kept')
	const object = keptObject(seen, change.kept)
	const { metadata, data } = object
	try {
		if (certified.stored === undefined) await world.kube.create(kinds.secret, object)
		else {
			const { uid, resourceVersion } = certified.stored.metadata
			const { labels, annotations: notes } = metadata
			const patch = { metadata: { uid, resourceVersion, labels, annotations: notes }, data }
			await world.kube.merge(kinds.secret, seenAt(seen, metadata.name), patch)
		}
		const clients = clientsObject(seen, change.kept)
		if (clients) await world.kube.apply(kinds.secret, clients)
	} finally {
		world.memory.forgetRecalled(idOf(key))
	}
}

export async function showCertificates(
	world: World,
	seen: Observed,
	{ names, leaf }: StepOf<'showCertificates'>,
): Promise<void> {
	await Promise.all(
		names.map(
			async (name) => await patchPod(world, seen, name, { annotations: { [annotations.leaf]: leaf } }),
		),
	)
}
