// What a look is changed by where a table is about the sizes of volumes. Pure.
import type { Observed } from '../../../controller/observed.ts'
import { all, but, claim } from './look.ts'
import { wants } from './roll.ts'

const names = ['a', 'b', 'c']
export const Mi = 2 ** 20

export const has = (requested: number, capacity = requested) => ({
	requested: requested * Mi,
	capacity: capacity * Mi,
})
export const each = (change: Parameters<typeof claim>[1]) => all(...names.map((name) => claim(name, change)))

export const sized = (storage: string | number, more: object = {}) => ({
	size: 3,
	...more,
	pod: { persistentVolumeClaimSpec: { resources: { requests: { storage } } } },
})
/** Of claims that have 64Mi. */
export const asked = (storage: string | number, more: object = {}) =>
	all(each(has(64)), wants({ spec: sized(storage, more) }))

const unable =
	'Kubernetes says: persistentvolumeclaims "a" is forbidden: only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize'
export const refused = (change: Partial<NonNullable<Observed['growthRefused']>> = {}) =>
	all(
		each({ storageClass: 'fixed' }),
		but({ growthRefused: { size: '128Mi', because: unable, lately: true, ...change } }),
	)
