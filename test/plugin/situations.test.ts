// Where each situation is tried in which a person is told what is wrong: one row a situation, and the test by words that stand in it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'

type Row = readonly [situation: string, file: string, words: string]

const rows: readonly Row[] = [
	['no operator is installed', 'plugin/compared/get.test.ts', 'without the kind no operator is there'],
	['a cluster that is not there', 'plugin/compared/get.test.ts', 'did you mean "orders"'],
	[
		'an API server of another authority',
		'kube/config/servers.test.ts',
		'a server that the authority does not know',
	],
	['several clusters, none named', 'plugin/real/changes.test.ts', 'of several clusters none is guessed'],
	['one verb less, where commands read', 'plugin/real/forbidden.test.ts', 'with one verb less each'],
	['one verb less, where they change', 'plugin/real/rights.test.ts', 'and not with one verb less'],
	['nothing but the cluster may be read', 'live/alone/plugin-status.test.ts', 'blind: who may only read'],
	['the secret may not be read', 'plugin/real/forbidden.test.ts', 'you may not read secret'],
	['members that do not answer', 'live/alone/plugin-status.test.ts', 'one frozen, then two'],
	['a member without a process', 'plugin/real/asked.test.ts', 'its process is not there'],
	['a node that nobody knows', 'kube/forward-refused.test.ts', 'no such node'],
	['a certificate for another name', 'plugin/real/asked.test.ts', 'for another name'],
	['another authority', 'plugin/real/asked.test.ts', "'another authority'"],
	['an expired certificate of a member', 'plugin/real/asked.test.ts', 'an expired certificate of the member'],
	['an expired certificate of ours', 'plugin/real/asked.test.ts', 'an expired certificate of ours'],
	['etcd wants a login, for status', 'plugin/real/asked.test.ts', 'authentication is enabled'],
	['etcd wants a login, for keys', 'plugin/ctl/login.test.ts', 'says so when there are none'],
	[
		'a missing program for credentials',
		'plugin/edges.test.ts',
		'a program for credentials that is not there',
	],
	[
		'a missing program, beside kubectl',
		'kube/config/exec.test.ts',
		'a program that is missing, and how to have it',
	],
	['a context that is not there', 'plugin/edges.test.ts', 'a context that is not there'],
	['an API server that is not there', 'plugin/edges.test.ts', 'an API server that does not answer'],
	['nobody to ask', 'plugin/real/changes.test.ts', 'without confirmation'],
	['a safety check says no', 'plugin/real/defrag.test.ts', 'nobody gives space back while one is silent'],
	[
		'somebody else owns the field',
		'plugin/real/changes.test.ts',
		'a field that somebody else applies is theirs',
	],
	['the cluster is paused', 'plugin/real/changes.test.ts', 'pause writes who and why, others are told'],
	[
		'no quorum confirms what a snapshot would have',
		'plugin/real/snapshot.test.ts',
		'unless somebody says that it may be old',
	],
	['a snapshot of which a member gives half', 'plugin/real/snapshot.test.ts', 'goes on with another member'],
	['a disk that is full', 'plugin/leaving.test.ts', 'a disk that is full is one sentence'],
	[
		'a disk that a snapshot fills',
		'live/shared/plugin-snapshot.test.ts',
		'the disk is full; nothing was left there',
	],
	['a snapshot’s file is there already', 'plugin/real/snapshot.test.ts', 'what is there stays'],
	[
		'a file where a store is meant',
		'plugin/real/restore.test.ts',
		'is told to be one where no EtcdBackup is called so',
	],
	['a restore into what is there', 'plugin/real/restore.test.ts', 'it was left as it is'],
	[
		'a cluster given up without its name',
		'plugin/real/restore.test.ts',
		'without its name and its id once more',
	],
	['a store that the operator cannot use', 'plugin/real/saving-to.test.ts', 'SecretMissing'],
	[
		'a download that breaks',
		'plugin/real/download.test.ts',
		'when nobody can be reached any more, what came stays',
	],
	['a stored snapshot that is not as it was', 'plugin/real/download.test.ts', 'is broken in its store'],
	['a sealed snapshot without its key', 'plugin/real/download.test.ts', 'is sealed with the key'],
	['a pod that does not start', 'plugin/real/reader-pod.test.ts', 'an image that no node gets'],
	['a quota without room', 'plugin/real/reader-pod.test.ts', 'a quota that has no room is named'],
	['EtcdBackups that are late', 'plugin/real/stored-snapshots.test.ts', 'is not fresh'],
	['a snapshot of which a bit is another', 'backup/real/inspect.test.ts', 'in which one bit is another'],
	['the time to wait is over', 'plugin/real/gates.test.ts', 'wait: at once, never'],
	['plugin and operator differ', 'plugin/version/skew.test.ts', 'upgrade the operator'],
	['a mistake of ours', 'plugin/unexpected.test.ts', 'a file that nobody else can read'],
	['a word or flag that is none', 'plugin/edges.test.ts', 'unknown flag: --wtach'],
	[
		'a flag before the name of the plugin',
		'plugin/real/dispatch.test.ts',
		'cannot be placed before plugin name',
	],
	['a narrow terminal', 'plugin/real/dispatch.test.ts', 'of [40, 80]'],
	['a pipe that is closed', 'plugin/leaving.test.ts', 'a pipe that is closed'],
	['Ctrl-C', 'plugin/leaving.test.ts', 'Ctrl-C while nobody answers'],
	['Ctrl-C twice', 'plugin/leaving.test.ts', 'a second one ends at once'],
]

for (const [situation, file, words] of rows)
	test(`${situation}: ${file}`, (t) => {
		t.true(readFileSync(join(import.meta.dirname, '..', file), 'utf8').includes(words), words)
	})
