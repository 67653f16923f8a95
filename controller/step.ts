// Everything that the controller can ever do to a cluster. Pure. Steps are plain data: they can be compared, printed and simulated.

export type Step = Readonly<
	/** Spec and cluster agree. */
	| { do: 'rest' }
	/** Others must move first; `soon` when etcd is expected to within seconds. */
	| { do: 'wait'; soon: boolean }
	/** A person must decide. */
	| { do: 'halt'; reason: string }
	/** Before anything of a cluster exists. */
	| { do: 'recordBirth'; attempt: number; seed: string }
	| { do: 'abandonBirth' }
	/** What the cluster was is given up, and it is born once more, from the snapshot of that EtcdRestore. */
	| { do: 'rebirth'; attempt: number; restore: string }
	/** The seed answered a read: from now on this is the cluster, and nobody is ever born again in it. */
	| { do: 'declare'; clusterId: string }
	/** The status was lost; pods and members tell what it said. */
	| { do: 'rememberCluster'; clusterId: string; token: string; served: boolean }
	/** cert-manager is asked for them. */
	| { do: 'issueCertificates'; names: readonly string[] }
	/** What members show and trust is written anew; what, only the look has, since keys are no part of a step. */
	| { do: 'keepCertificates' }
	| { do: 'showCertificates'; names: readonly string[]; leaf: string }
	| { do: 'applyObjects'; names: readonly string[] }
	| { do: 'dropObjects'; names: readonly string[] }
	/** Written before etcd is asked, so that whoever comes later finds the same name. */
	| { do: 'nameMember'; name: string }
	| { do: 'relabel'; name: string }
	| { do: 'forgetName'; name: string }
	/** A person asked for it, and nothing is touched. */
	| { do: 'refuseRecovery'; value: string; occasion: string; keep: string }
	/** From now on the cluster goes on from that member: written before anything is touched. */
	| {
			do: 'recordRecovery'
			value: string
			occasion: string
			keep: string
			revision: string
			discarded: readonly string[]
	  }
	/** Nothing is ever started on it again, and it is kept. */
	| { do: 'discardClaim'; name: string; uid: string }
	/** Copies its data on its own volume, and then makes it the only member, once. */
	| { do: 'startAlone'; name: string; value: string }
	/** It answered as the only member, with all that it held. */
	| { do: 'recordAlone'; revision: string }
	| { do: 'endRecovery' }
	| { do: 'addMember'; name: string; as: 'learner' | 'voter' }
	| { do: 'makeClaim'; name: string }
	/** Nobody is restarted for it, and what cannot be has changed nothing. */
	| { do: 'growClaim'; name: string; uid: string; size: string }
	| { do: 'startMember'; name: string; from: 'nothing' | 'members' | 'itsVolume' }
	| { do: 'sealMember'; name: string; id: string; clusterId: string }
	| { do: 'serve'; names: readonly string[] }
	| { do: 'promote'; id: string; name: string }
	/** Before the first member is moved: from now on it may run this. */
	| { do: 'aim'; version: string }
	/** Clients go elsewhere before its process is stopped; `last`: once it runs the target there is no way back by image. */
	| { do: 'withdraw'; name: string; last: boolean }
	/** In place: the pod stays, with its data, and its process starts anew. */
	| { do: 'changeImage'; name: string; uid: string; version: string }
	/** etcd's own procedure: its members prepare to be understood by an earlier minor. */
	| { do: 'goDown'; to: string }
	| { do: 'cancelDown' }
	/** Every member begins its log anew from a snapshot. */
	| { do: 'wash'; occasion: string; entries: number }
	/** Asks those members, by their ids, what they hold at one revision. */
	| { do: 'compare'; occasion: string; among: readonly string[] }
	/** History up to now is forgotten. */
	| { do: 'compact' }
	/** Gives free space back to the disk; it answers nobody meanwhile. */
	| { do: 'defragment'; id: string; name: string }
	| { do: 'disarm'; memberId: string; kind: string }
	| { do: 'moveLeader'; to: string; toName: string }
	| { do: 'removeMember'; id: string; name: string }
	| { do: 'deletePod'; name: string; uid: string }
	| { do: 'deleteClaim'; name: string; uid: string }
>

/** The step that does that. */
export type StepOf<D extends Step['do']> = Extract<Step, { do: D }>

/** A step by the rule that asked for it, with the one sentence that log, event and condition share. */
export type Plan = Step & { readonly rule: string; readonly why: string }

export type Answer = (Step & { readonly why: string }) | undefined

/**
 * What cannot be undone: done only after everything was read anew and the same rule asks for the same again. A start without
 * data is among it: late, it would be a second truth, or a member that forgot. So is a vote: given to one that has just died, or to one
 * that cannot run, it can take the quorum away. History is gone for good, and whoever is defragmented is out meanwhile.
 */
export const isGuarded = (step: Step): boolean =>
	[
		'removeMember',
		'promote',
		'changeImage',
		'goDown',
		'deletePod',
		'deleteClaim',
		'dropObjects',
		'abandonBirth',
		'rebirth',
		'compact',
		'defragment',
		'disarm',
		'recordRecovery',
		'discardClaim',
		'startAlone',
	].includes(step.do) ||
	(step.do === 'startMember' && step.from !== 'itsVolume') ||
	(step.do === 'addMember' && step.as === 'voter')
