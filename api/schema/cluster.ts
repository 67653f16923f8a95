// EtcdCluster. Pure.
import { minors, releases } from '../releases.ts'
import { evenSentence, sizeSentences } from '../size.ts'
import { versionPattern } from '../version.ts'
import { condition } from './condition.ts'
import {
	anything,
	cel,
	choice,
	list,
	map,
	object,
	quantity,
	small,
	text,
	truth,
	whole,
	type TypeOf,
} from './field.ts'
import { pod } from './pod.ts'
import { encryption, sources, storageTypes } from './source.ts'
import { tls, tlsStays } from './tls.ts'

/** Turning any number into a text would cost more than the API server grants a rule. */
const size = small('How many members: 1, 3, 5 or 7.', {
	...cel(
		{ rule: 'self >= 1', message: `this is ${sizeSentences.zero}` },
		...([2, 4, 6] as const).map((even) => ({ rule: `self != ${even}`, message: evenSentence(even) })),
		{ rule: 'self <= 7', message: `this is ${sizeSentences.large}` },
	),
})

const isReadable = (of: string) => `${of}.matches('${versionPattern}')`
const supported = `^v?(${minors.map((minor) => minor.replace('.', '[.]')).join('|')})[.]`
const minorNumber = (of: string) => `int(${of}.split('.')[1])`
const majorText = (of: string) => `${of}.split('.')[0].replace('v', '')`

const version = text('The etcd version, such as 3.6.16; a leading v is understood.', {
	maxLength: 80,
	...cel(
		{
			rule: isReadable('self'),
			messageExpression: `'"' + self + '" is not an etcd version; write one such as ${releases.forNewClusters}'`,
		},
		{
			rule: `!${isReadable('self')} || self.matches('${supported}')`,
			messageExpression: `self + ' is not supported; write one from ${minors[0]} to ${minors.at(-1)}, such as ${releases.forNewClusters}'`,
		},
		{
			rule: `!${isReadable('self')} || !${isReadable('oldSelf')} || ${majorText('self')} != ${majorText('oldSelf')} || (${minorNumber('self')} - ${minorNumber('oldSelf')} <= 1 && ${minorNumber('oldSelf')} - ${minorNumber('self')} <= 1)`,
			messageExpression: `self + ' is more than one minor from ' + oldSelf + '; go minor by minor'`,
		},
	),
})

const onVolume = (spec: string) => `(has(${spec}.pod) && has(${spec}.pod.persistentVolumeClaimSpec))`
/** A claim wins over tmpfs, as it did in the fork. */
const inMemory = (spec: string) =>
	`(has(${spec}.pod) && has(${spec}.pod.tmpfs) && ${spec}.pod.tmpfs && !has(${spec}.pod.persistentVolumeClaimSpec))`

const snapshot = object('The snapshot its first member is restored from.', {
	storageType: choice('Where the snapshot is.', ...storageTypes),
	...sources,
	encryption,
})

const spec = object(
	'What the cluster shall be.',
	{
		size,
		version,
		repository: text('The image without its tag; the tag is v and the version.', { maxLength: 512 }),
		paused: truth('Leaves the cluster alone: nothing is changed while it holds. Backups go on.'),
		pod,
		TLS: tls,
		service: object('The Service for clients.', {
			name: text('Its name; <cluster>-client when missing.'),
			annotations: map('Annotations of it.', text('The value.')),
			selector: map('Labels that its pods must have besides ours.', text('The value.')),
			type: choice('ClusterIP when missing.', 'ClusterIP', 'LoadBalancer', 'NodePort'),
		}),
		podDisruptionBudget: truth('Whether evictions leave a majority of the voters; true when missing.'),
		networkPolicy: truth('Whether only members reach the peer port; false when missing.'),
		topologySpread: choice(
			'How members spread over nodes and zones: Preferred when missing.',
			'Preferred',
			'Required',
			'None',
		),
		quotaBackendBytes: quantity('How large the database may become, such as 8Gi; etcd’s 2Gi when missing.'),
		autoCompaction: object('How history is forgotten; each hour when missing.', {
			mode: choice('Periodic keeps a time, Revision a number of revisions.', 'Periodic', 'Revision', 'Off'),
			retention: text('How much is kept: 8h, or a number of revisions.'),
		}),
		defrag: object('When members give free space back, one by one and the leader last.', {
			schedule: text('A cron line, such as 30 3 * * 0.'),
			fragmentationPercent: small('Also when so much of the file is free.', { minimum: 10, maximum: 95 }),
		}),
		recovery: object(
			'Goes on from one member once the quorum is lost for good: what that one does not hold is lost. Written by a person, and carried out once.',
			{
				keep: text('The name of the member from which the cluster goes on.', { maxLength: 63 }),
				confirm: text('The name of the cluster once more.', { maxLength: 63 }),
				discard: list(
					'Members that might come back and shall not: what they alone hold is given up. Their volumes are kept.',
					text('A name.', { maxLength: 63 }),
				),
				revision: whole('What the member held when this was decided: where it holds less nothing is done.'),
				occasion: text('Any text. The same is carried out once more only with another one.', {
					maxLength: 63,
				}),
			},
		),
		bootstrap: object('What a new cluster starts from; fixed at creation.', {
			snapshot,
		}),
	},
	cel(
		{
			rule: `has(self.size) || oldSelf.hasValue() && !has(oldSelf.value().size)`,
			optionalOldSelf: true,
			message: 'size is missing; write 1, 3, 5 or 7',
		},
		{
			rule: `${onVolume('self')} == ${onVolume('oldSelf')} && ${inMemory('self')} == ${inMemory('oldSelf')}`,
			message:
				'where members keep their data cannot change in a cluster that has members; keep it, or restore a snapshot into a new cluster',
		},
		tlsStays,
	),
)

const member = object('One member.', {
	name: text('Its name, which is also that of its pod and of its claim.'),
	id: text('Its id in etcd, in hex.'),
	role: text('Leader, Voter or Learner.'),
	version: text('The etcd version that it runs.'),
	ready: truth('Whether it answers.'),
	claimName: text('Its PersistentVolumeClaim.'),
	claimUID: text('The UID of that claim: a claim of the same name with another UID is another volume.'),
	peerURL: text('By which other members know it.'),
	defragmented: text('When it last gave free space back to the disk.'),
})

const status = object('What the cluster is.', {
	phase: text('Creating, Running or Failed, as since 2018; conditions say more.'),
	reason: text('Why it failed.'),
	controlPaused: truth('Whether it is being left alone.'),
	conditions: list('What holds and what does not.', condition),
	size: small('How many members etcd has.'),
	serviceName: text('The Service for clients.'),
	clientPort: small('The port of that Service.'),
	members: object('The names of members by whether they are ready.', {
		ready: list('Ready ones.', text('A name.')),
		unready: list('The others.', text('A name.')),
	}),
	currentVersion: text('The lowest version that a member runs.'),
	targetVersion: text('The version to which members are being moved; empty when none is.'),
	observedGeneration: whole('The generation of the spec that this status answers.'),
	clusterID: text('etcd’s id of the cluster, in hex. Once written it never changes.'),
	leader: text('The name of the leader.'),
	ready: text('Ready members of those wanted, such as 3/3.'),
	health: text('In one word.'),
	selector: text('The labels of the pods, for kubectl scale.'),
	memberStates: list('Each member.', member),
	volumeSize: text('The least that the volume of a member was asked to have, and has.', { maxLength: 40 }),
	dbSize: quantity('The largest database file of a member.'),
	dbSizeInUse: quantity('How much of it is in use.'),
	quota: quantity('How large it may become.'),
	certificates: list(
		'What members and the operator show, and until when.',
		object('One certificate.', {
			role: text('peer, server or client.'),
			secret: text('The secret it comes from.'),
			notAfter: text('When it ends.'),
		}),
	),
	compared: object('Whether members held the same when they were last asked.', {
		occasion: text('Who they were and what they ran.'),
		members: text('Their ids.'),
		equal: truth('Whether they did.'),
		revision: text('At which revision.'),
		message: text('In one sentence.'),
	}),
	washed: text(
		'On which occasion every member last began its log anew, before a minor that cannot read early ones’.',
	),
	lastBackup: object('The newest backup that was verified.', {
		name: text('The EtcdBackup.'),
		time: text('When it was taken.'),
		revision: text('Up to which revision.'),
		location: text('Where it is.'),
	}),
	lastGoodSpec: map('The last spec that broke no rule: what runs while a later one breaks one.', anything()),
	recovery: object(
		'The last time that the cluster was to go on from one member; written before anything is touched.',
		{
			value: text('Which value of spec.recovery it is.'),
			occasion: text('Its occasion.'),
			earlier: list('Those of before: none is carried out again.', text('A value.')),
			keep: text('The name of the member that is kept.'),
			state: text('refused, stopping, alone or done.'),
			message: text('In one sentence.'),
			revisionBefore: text('What it held before, as far as it could be asked.'),
			revisionAfter: text('What it held as the only member.'),
			copy: text('Where its data of before lies on its volume.'),
			discarded: list('Who is no member any more; their volumes are kept.', text('A name.')),
			time: text('When it was begun.'),
		},
	),
	birth: object('How the cluster came to be; written once, before any other object.', {
		attempt: small('Which attempt it is.'),
		token: text('etcd’s token of the cluster.'),
		seed: text('The name of its first member.'),
		state: text('forming, declared or abandoned.'),
		served: truth('Whether clients were ever let in: what served a majority once serves again with fewer.'),
		version: text('The version it was born with when the spec has none.'),
		repository: text('The image it was born with when the spec has none.'),
		snapshot,
		restore: text('The UID of the EtcdRestore that asked for it.'),
		bump: text('By how much its revisions are higher than those of that snapshot.', { maxLength: 20 }),
	}),
})

export const cluster = { spec, status }
export type ClusterSpec = TypeOf<typeof spec>
export type ClusterStatus = TypeOf<typeof status>
export type Snapshot = TypeOf<typeof snapshot>
