// Clusters born from snapshots: with everything that was in them, under revisions that were never handed out before, or not at all.
import test, { type ExecutionContext } from 'ava'
import { nameOf } from '../../../backup/name.ts'
import { families } from '../../../playground/programs/families.ts'
import { Secrets, staticTls } from '../certificates.ts'
import { isWhole } from '../chosen.ts'
import {
	ask,
	conditionOf,
	make,
	onVolumes,
	podsOf,
	statusOf,
	untilCondition,
	untilHealthy,
	withKey,
} from '../cluster-support.ts'
import { filesOn, snapshotOf } from '../snapshots.ts'
import { eventually, forward, kubectl, ownNamespace } from '../support.ts'

interface Range {
	readonly header: { readonly revision: string }
	readonly kvs: readonly object[]
}

const everything = { key: 'AA==', range_end: 'AA==' }

async function contents(namespace: string, name: string): Promise<Range> {
	let range: Range | undefined
	await eventually(`${name} tells all that it has`, async () => {
		range = await ask<Range>(namespace, `services/${name}-client`, 'kv/range', everything)
		return true
	})
	return range ?? { header: { revision: '' }, kvs: [] }
}

async function write(namespace: string, name: string, from: number, to: number): Promise<void> {
	const requests = Array.from({ length: to - from }, (_, index) => ({
		request_put: { key: Buffer.from(`key-${from + index}`).toString('base64'), value: 'eA==' },
	}))
	for (let at = 0; at < requests.length; at += 100)
		await ask(namespace, `services/${name}-client`, 'kv/txn', { success: requests.slice(at, at + 100) })
	await ask(namespace, `services/${name}-client`, 'kv/deleterange', {
		key: Buffer.from(`key-${from}`).toString('base64'),
	})
}

/** What a client is told that has watched until a revision of before, and asks for what came after. */
async function watched(
	t: ExecutionContext,
	namespace: string,
	name: string,
	revision: string,
): Promise<{ readonly compact_revision?: string; readonly canceled?: boolean }> {
	const [pod] = await podsOf(namespace, name)
	const port = await forward(t, namespace, pod?.metadata.name ?? '', 2379)
	const body = JSON.stringify({ create_request: { ...everything, start_revision: revision } })
	const signal = AbortSignal.timeout(10_000)
	const answer = await fetch(`http://127.0.0.1:${port}/v3/watch`, { method: 'POST', body, signal })
	let text = ''
	for await (const piece of answer.body ?? []) {
		text += Buffer.from(piece as Uint8Array).toString()
		const results = text.split('\n').filter((line) => line.endsWith('}'))
		const found = results.map((line) => JSON.parse(line).result).find((result) => result.compact_revision)
		if (found !== undefined) return found
	}
	return {}
}

const from = (path: string, claim = 'backups') =>
	({ bootstrap: { snapshot: { storageType: 'PVC', pvc: { claimName: claim, path } } } }) as const

/** A snapshot of a cluster that went on afterwards, under a name of 2018 and without a manifest. */
async function backedUp(t: ExecutionContext, version: string) {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'before', { size: 1, version })
	await write(namespace, 'before', 0, 300)
	const held = await contents(namespace, 'before')
	const snapshot = await snapshotOf(t, namespace, 'before')
	const path = `orders/${nameOf({ path: 'daily', revision: BigInt(held.header.revision), at: Date.now() })}`
	await write(namespace, 'before', 300, 500)
	const last = await contents(namespace, 'before')
	return { namespace, snapshot, path, held, last }
}

const minors = [
	['3.5', { size: 1 }],
	['3.7', { size: 3, ...onVolumes }],
	['3.6', { size: 3 }],
] as const
for (const [minor, spec] of isWhole ? minors : minors.slice(0, 2))
	test(`${minor}: all that was in the snapshot is there again, and no revision is handed out twice`, async (t) => {
		const { version } = families[`etcd-${minor}`]
		const { namespace, snapshot, path, held, last } = await backedUp(t, version)
		await filesOn(namespace, 'backups', { [path]: snapshot })
		await make(namespace, 'after', { ...spec, version, ...from(path) })
		const seconds = await untilHealthy(namespace, 'after', 90)
		t.log(`${spec.size} members after ${seconds.toFixed(1)} s, from ${snapshot.length} bytes`)
		const now = await contents(namespace, 'after')
		t.deepEqual(now.kvs, held.kvs)
		t.true(BigInt(now.header.revision) > BigInt(last.header.revision) + 1_000_000_000n)
		const told = await watched(t, namespace, 'after', String(BigInt(last.header.revision) + 1n))
		t.true(told.canceled)
		t.true(BigInt(told.compact_revision ?? 0) > BigInt(last.header.revision))
		const { birth, clusterID } = await statusOf(namespace, 'after')
		t.not(clusterID, (await statusOf(namespace, 'before')).clusterID)
		t.is(birth?.snapshot?.pvc?.path, path)
	})

test('encrypted: restored from a snapshot of a cluster that was not', async (t) => {
	const { version } = families['etcd-3.6']
	const { namespace, snapshot, path } = await backedUp(t, version)
	const secrets = new Secrets(namespace, 'after')
	await secrets.writeAll()
	await filesOn(namespace, 'backups', { [path]: snapshot })
	await make(namespace, 'after', { size: 3, version, ...staticTls, ...from(path) })
	await untilHealthy(namespace, 'after', 90)
	const { memberStates = [] } = await statusOf(namespace, 'after')
	t.deepEqual(
		memberStates.map(({ peerURL }) => peerURL?.startsWith('https://')),
		[true, true, true],
	)
})

test('what is no whole snapshot, of a later minor, or not there is said, and nothing is ever born instead', async (t) => {
	const namespace = await ownNamespace(t)
	await withKey(namespace, 'before', { size: 1, version: families['etcd-3.7'].version })
	const whole = await snapshotOf(t, namespace, 'before')
	await withKey(namespace, 'earlier', { size: 1, version: families['etcd-3.6'].version })
	const changed = Buffer.from(whole)
	changed[whole.length >> 1] = (changed[whole.length >> 1] ?? 0) ^ 1
	const manifest = JSON.stringify({ form: 1 })
	await filesOn(namespace, 'backups', {
		whole,
		whole36: await snapshotOf(t, namespace, 'earlier'),
		changed,
		cut: whole.subarray(0, whole.length - 5000),
		empty: '',
		odd: whole,
		'odd.manifest.json': manifest,
		'daily_v3_2026-01-02-03:04:05': whole,
	})
	const rows: readonly (readonly [path: string, says: RegExp])[] = [
		[
			'whole',
			/whole was written by etcd 3\.7, and the cluster is to run 3\.6: write spec\.version 3\.7 or later$/,
		],
		['changed', /changed is no whole snapshot: its bytes are not those that were summed up/],
		['cut', /cut is no whole snapshot: it has \d+ bytes and no sum at its end: it was cut/],
		['empty', /empty is no whole snapshot: it has 0 bytes/],
		['odd', /odd\.manifest\.json cannot be read/],
		['gone', /has no gone$/],
		['daily', /has no daily; the latest whose name begins so is daily_v3_2026-01-02-03:04:05$/],
	]
	for (const [path] of rows)
		await make(namespace, path, { size: 1, version: families['etcd-3.6'].version, ...from(path) })
	for (const [path, says] of rows) {
		const message = await untilCondition(
			namespace,
			path,
			{ type: 'Degraded', reason: /^SnapshotNotFetched$/ },
			90,
		)
		t.regex(message, says)
		const status = await statusOf(namespace, path)
		t.is(status.clusterID, undefined)
		t.is(conditionOf(status, 'Available')?.status, 'False')
	}
	// A volume that is not there is Kubernetes' to say.
	await make(namespace, 'nowhere', { size: 1, ...from('whole', 'nothing') })
	t.regex(
		await untilCondition(namespace, 'nowhere', { type: 'Degraded', reason: /^Unschedulable$/ }),
		/persistentvolumeclaim "nothing" not found/,
	)
	// Mended, it goes on by itself.
	await kubectl('-n', namespace, 'exec', 'backups', '--', '/usr/local/bin/node', '-e', mend)
	await untilHealthy(namespace, 'gone', 120)
})

const mend = `
const { copyFileSync } = require('node:fs')
copyFileSync('/volume/whole36', '/volume/gone')`
