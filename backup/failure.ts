// What became of a task that threw: in one sentence, and whether another attempt may do better.
import type { Said } from '../api/task.ts'
import { EtcdError } from '../etcd/errors.ts'
import { BrokenSnapshot } from '../etcd/proof.ts'
import { StoreError } from '../store/store.ts'
import { Unsealable } from './sealing.ts'

type Failed = Extract<Said, { readonly ok: false }>

/** What a person must mend first. */
export class Refused extends Error {
	readonly code: string

	constructor(code: string, message: string) {
		super(message)
		this.code = code
	}
}

export class Late extends Error {}

const mayPass = new Set(['unreachable', 'other', 'full'])

export function failureOf(reason: unknown, signal?: AbortSignal): Failed {
	const said = (code: string, lasting: boolean, message?: string): Failed => ({
		ok: false,
		code,
		message: message ?? (reason instanceof Error ? reason.message : String(reason)),
		lasting,
	})
	if (signal?.aborted === true) return said('late', false, (signal.reason as Error).message)
	if (reason instanceof Late) return said('late', false)
	if (reason instanceof Refused) return said(reason.code, true)
	if (reason instanceof Unsealable) return said('key', true)
	if (reason instanceof StoreError) return said(`store-${reason.code}`, !mayPass.has(reason.code))
	if (reason instanceof BrokenSnapshot) return said('broken', false)
	if (reason instanceof EtcdError) return said(`etcd-${reason.code}`, reason.code === 'denied')
	return said('other', false)
}
