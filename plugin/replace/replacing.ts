// How a person asks for another member in a member's place: its claim is deleted while it runs. Kubernetes keeps the volume for as long
// as the pod does, the controller lets a successor join, copy and vote, and only then the old one leaves. Pure.
import { titleOf, type Change } from '../change/change.ts'
import { hasQuorum, silentOf, votersOf } from '../change/members.ts'
import { conditionOf, memberAmong } from '../cluster.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { bytes } from '../screen/amount.ts'
import { parseQuantity } from '../../api/quantity.ts'
import { isOwnedBy, kinds, pathOf } from '../../kube/objects.ts'
import type { Claim } from '../../kube/pod.ts'
import type { Cluster } from '../target.ts'

const refused = (what: string, why: string | undefined, next: string): Failure =>
	new Failure({ what, why, next, exit: exits.refused })

/** Thrown is why it must not be done now. */
function refuseUnsafe(cluster: Cluster, name: string): void {
	const { name: of } = cluster.metadata
	const not = `not replacing ${name}`
	if (cluster.spec?.paused === true)
		throw refused(
			`${not}: ${of} is paused, so that no successor would join`,
			undefined,
			`kubectl etcd resume ${of}`,
		)
	if (!hasQuorum(cluster))
		throw refused(
			`${not}: ${of} has no quorum, and what is on its volume may be all that there is`,
			conditionOf(cluster, 'Available')?.message,
			`kubectl etcd wait ${of} --for=quorum`,
		)
	const others = silentOf(cluster).filter((one) => one.name !== name)
	if (others.length > 0)
		throw refused(
			`${not}: ${others.map((one) => one.name).join(', ')} ${others.length === 1 ? 'does' : 'do'} not answer either`,
			'a successor joins only while all other voters are well',
			`kubectl etcd wait ${of} --for=healthy, or replace that one first`,
		)
	if (conditionOf(cluster, 'Upgrading')?.status === 'True')
		throw refused(
			`${not}: members are on their way to another version or spec, and nobody joins meanwhile`,
			conditionOf(cluster, 'Upgrading')?.message,
			`kubectl etcd wait ${of} --for=upgraded`,
		)
}

export function replacing(cluster: Cluster, word: string, claim: Claim | undefined): Change {
	const member = memberAmong(cluster, cluster.status?.memberStates ?? [], word)
	const { name = '', claimName, claimUID, ready, role } = member
	const { name: of, namespace, uid = '' } = cluster.metadata
	refuseUnsafe(cluster, name)
	if (claim === undefined)
		throw claimName === undefined
			? refused(
					`not replacing ${name}: it has no volume, and without one only the loss of its data makes room for another`,
					'its data is in its pod',
					`kubectl etcd restart ${of} has a successor join before each member leaves`,
				)
			: refused(
					`not replacing ${name}: its claim ${claimName} is gone, so that the controller replaces it by itself`,
					undefined,
					`kubectl etcd wait ${of} --for=healthy`,
				)
	if (!isOwnedBy(claim, uid) || (claimUID && claim.metadata.uid !== claimUID))
		throw refused(
			`not replacing ${name}: claim ${claim.metadata.name} is not the volume of this member of ${of}`,
			undefined,
			`kubectl get pvc ${claim.metadata.name} -o yaml`,
		)
	const size = parseQuantity(cluster.status?.dbSize) ?? 0
	const copied = size > 0 ? `, copies ~${bytes(size)}` : ''
	const alone = votersOf(cluster).length === 1
	return {
		verb: 'deleted: a successor joins',
		title: titleOf(kinds.claim, claim.metadata.name),
		method: 'DELETE',
		path: pathOf(kinds.claim, { namespace, name: claim.metadata.name }),
		type: 'application/json',
		body: {
			apiVersion: 'v1',
			kind: 'DeleteOptions',
			preconditions: { uid: claim.metadata.uid, resourceVersion: claim.metadata.resourceVersion },
		},
		after: claim,
		lines: ready
			? [
					`${name} (${(role ?? '').toLowerCase()}) of ${of}: a successor joins under a new name${copied} and votes; then ${name} leaves${role === 'Leader' ? ', after it handed over' : ''}`,
					`its claim ${claim.metadata.name} and what is on it are deleted; the volume itself goes as its class says`,
					...(alone ? ['It is the only member: its successor must have all of it before it leaves.'] : []),
				]
			: [
					`${name} of ${of} does not answer: once nobody has heard of it for five minutes it is removed, and another joins under a new name${copied}`,
					`its claim ${claim.metadata.name} and what is on it are deleted, so that it can never come back`,
				],
	}
}
