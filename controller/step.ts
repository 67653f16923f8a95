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
	/** The seed answered a read: from now on this is the cluster, and nobody is ever born again in it. */
	| { do: 'declare'; clusterId: string }
	/** The status was lost; pods and members tell what it said. */
	| { do: 'rememberCluster'; clusterId: string; token: string; served: boolean }
	| { do: 'applyObjects'; names: readonly string[] }
	| { do: 'dropObjects'; names: readonly string[] }
	/** Written before etcd is asked, so that whoever comes later finds the same name. */
	| { do: 'nameMember'; name: string }
	| { do: 'relabel'; name: string }
	| { do: 'forgetName'; name: string }
	| { do: 'addMember'; name: string; as: 'learner' | 'voter' }
	| { do: 'makeClaim'; name: string }
	| { do: 'startMember'; name: string; from: 'nothing' | 'members' | 'itsVolume' }
	| { do: 'sealMember'; name: string; id: string; clusterId: string }
	| { do: 'serve'; names: readonly string[] }
	| { do: 'promote'; id: string; name: string }
	| { do: 'moveLeader'; to: string; toName: string }
	| { do: 'removeMember'; id: string; name: string }
	| { do: 'deletePod'; name: string; uid: string }
	| { do: 'deleteClaim'; name: string; uid: string }
>

/** A step by the rule that asked for it, with the one sentence that log, event and condition share. */
export type Plan = Step & { readonly rule: string; readonly why: string }

export type Answer = (Step & { readonly why: string }) | undefined

/**
 * What cannot be undone: done only after everything was read anew and the same rule asks for the same again. A start without
 * data is among it: late, it would be a second truth, or a member that forgot. So is a vote: given to one that has just died, or to one
 * that cannot run, it can take the quorum away.
 */
export const isGuarded = (step: Step): boolean =>
	['removeMember', 'promote', 'deletePod', 'deleteClaim', 'dropObjects', 'abandonBirth'].includes(step.do) ||
	(step.do === 'startMember' && step.from !== 'itsVolume') ||
	(step.do === 'addMember' && step.as === 'voter')
