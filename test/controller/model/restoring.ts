// A cluster of three that is, or was, restored from a snapshot.
import { but, etcd, look, settled } from './look.ts'

export const three = settled(3, 'claims')
export const snapshot = { storageType: 'PVC', pvc: { claimName: 'backups', path: 'orders' } } as const
export const at = (revision: bigint) =>
	etcd((fresh) => ({
		all: fresh.all.map((one) =>
			one.health.answers && one.health.status
				? { ...one, health: { ...one.health, status: { ...one.health.status, revision } } }
				: one,
		),
	}))
export const id = look(three).status.clusterID ?? ''

export const reborn = but({
	status: {
		birth: { attempt: 2, seed: 'a', token: '2', state: 'forming', snapshot, bump: '5', restore: 'r-1' },
	},
})
