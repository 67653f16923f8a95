// Every rule that rules.ts, or raft.ts for what etcd would suffer, may find broken. One that is not here does not compile, and one that
// no mutant breaks fails a test.

export const ruleNames = [
	// Who goes.
	'removedAnother',
	'removedBlindly',
	'removedTheOnlyVoter',
	'removedWithoutQuorum',
	'removedTheLeader',
	'removedOneThatLives',
	'removedWhileOneJoins',
	// Who comes.
	'addedWhileOneIsOut',
	'addedBeforeTheDeadWent',
	'tooManyLearners',
	'promotedNoLearner',
	'promotedTooEarly',
	'promotedUnsealed',
	'promotedWhileOneIsOut',
	// Who starts, and on what.
	'bornAgain',
	'bornElsewhere',
	'startedOnNoVolume',
	'startedFromEmpty',
	'servedTooEarly',
	'servedALearner',
	// Who goes on alone.
	'aloneBesideOthers',
	'aloneAgain',
	'startedOneGivenUp',
	// What is deleted.
	'deletedTheClaimOfAMember',
	'deletedAClaimBlindly',
	'deletedTheDataOfAMember',
	// Who is stopped, and what it runs next.
	'stoppedWhileOneIsOut',
	'stoppedTheLeader',
	'stoppedServing',
	'movedMembersBetweenMinors',
	'skippedPreparation',
	'skippedAMinor',
	'wentOnWithoutLooking',
	'wentOnUnwashed',
	// What etcd has raised.
	'defragmentedWhileOneIsOut',
	'defragmentedTheLeader',
	'disarmedTooEarly',
	'removedThoughNotNamed',
	// When hands are to be kept off.
	'repairedALostQuorum',
	'actedWhilePaused',
	// What our own doing took away.
	'quorumGone',
	'quorumLost',
	// What etcd suffered.
	'lostWrite',
	'amnesia',
	'secondBirth',
	'strangeVolume',
	'invalidDowngrade',
] as const

export type BrokenRule = (typeof ruleNames)[number]
