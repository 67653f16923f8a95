// EtcdBackups as tables are made of.
import type { Condition } from '../../../api/conditions.ts'
import type { BackupStatus } from '../../../api/schema/backup.ts'
import type { Run, SeenBackup } from '../../../controller/backups/observed.ts'

export const seen = (change: Partial<SeenBackup>): SeenBackup => ({
	namespace: 'shop',
	name: 'once',
	uid: '8d2f0c11-0000-4000-8000-000000000000',
	generation: 1,
	created: 0,
	now: 1000,
	spec: { storageType: 'S3', s3: { path: 'b/once' } },
	status: {},
	findings: [],
	runs: [],
	drills: [],
	...change,
})

export const run = (change: Partial<Run>): Run => ({
	job: 'once-1',
	uid: 'j1',
	due: 0,
	state: 'succeeded',
	ended: 500,
	born: 0,
	said: undefined,
	heldUpBy: undefined,
	...change,
})

export const taken = {
	object: 'once',
	location: 's3://b/once',
	bytes: 20_512,
	sha256: 'f'.repeat(64),
	revision: '12',
	clusterId: 'c1',
	member: 'orders-0',
	etcdVersion: '3.6.16',
	takenAt: '2026-11-19T10:00:00.000Z',
	verifiedAt: '2026-11-19T10:00:01.000Z',
	seconds: 1,
	kept: 1,
	removed: 0,
}

export const conditionOf = ({ conditions }: BackupStatus, type: string): Condition | undefined =>
	conditions?.find((one) => one.type === type)
