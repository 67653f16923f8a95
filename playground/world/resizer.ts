// What an external resizer does for storage that its node need not hear of: it writes the size a claim asks for into the volume
// and then into the claim's status. Here a volume is a directory, which has no size to change.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from './api.ts'
import { provisioner } from './storage.ts'

interface Claim {
	readonly metadata: {
		readonly name: string
		readonly namespace: string
		readonly annotations?: Readonly<Record<string, string>>
	}
	readonly spec: {
		readonly volumeName?: string
		readonly resources: { readonly requests?: { readonly storage?: string } }
	}
	readonly status: { readonly phase: string; readonly capacity?: { readonly storage?: string } }
}

const everyMs = 1_000

/** A driver that an addon brings has a resizer of its own. */
const isOurs = ({ metadata }: Claim): boolean =>
	metadata.annotations?.['volume.kubernetes.io/storage-provisioner'] === provisioner

async function resize(api: Api, { metadata, spec, status }: Claim): Promise<void> {
	const storage = spec.resources.requests?.storage
	const volume = spec.volumeName
	if (status.phase !== 'Bound' || volume === undefined || storage === status.capacity?.storage) return
	const merge = async (path: string, patch: object) =>
		await api.call('PATCH', path, patch, 'application/merge-patch+json')
	const claim = `/api/v1/namespaces/${metadata.namespace}/persistentvolumeclaims/${metadata.name}/status`
	await merge(`/api/v1/persistentvolumes/${volume}`, { spec: { capacity: { storage } } })
	await merge(claim, { status: { capacity: { storage } } })
}

async function resizeAll(api: Api): Promise<void> {
	const { items } = await api.get<{ items: Claim[] }>('/api/v1/persistentvolumeclaims')
	for (const claim of items.filter(isOurs)) await resize(api, claim)
}

/** Until the playground ends. While the API is away there is nothing to do. */
export async function keepResizing(api: Api): Promise<never> {
	for (;;) {
		await resizeAll(api).catch(() => {})
		await sleep(everyMs)
	}
}
