// Whether there is an issuer of the name that the spec gives: cert-manager says it of an object that nobody looks at.
import type { ClusterSpec } from '../../api/schema/cluster.ts'
import { isForbidden } from '../../kube/errors.ts'
import { kinds } from '../../kube/objects.ts'
import type { Owner } from '../place.ts'
import type { World } from '../world.ts'

/** One sentence when there is none. Issuers of other groups are their makers' business. */
export async function issuerMissing(
	{ kube }: World,
	{ namespace }: Owner,
	{ TLS }: ClusterSpec,
): Promise<string | undefined> {
	const { name, kind = 'Issuer', group = 'cert-manager.io' } = TLS?.certManager?.issuerRef ?? {}
	if (!name || group !== 'cert-manager.io' || (kind !== 'Issuer' && kind !== 'ClusterIssuer'))
		return undefined
	const [of, at] = kind === 'Issuer' ? [kinds.issuer, { namespace, name }] : [kinds.clusterIssuer, { name }]
	try {
		if (await kube.get(of, at)) return undefined
	} catch (reason) {
		// Installed with rights of before, it is left to cert-manager to say so.
		if (isForbidden(reason)) return undefined
		throw reason
	}
	const where = kind === 'Issuer' ? ` in namespace ${namespace}` : ''
	return `there is no ${kind} "${name}"${where}: create it, or name another in spec.TLS.certManager.issuerRef`
}
