// What was found out about a file, and what of it speaks against restoring from it. Pure.
import type { Told } from './bolt/contents.ts'
import type { Metas } from './bolt/meta.ts'
import type { BrokenPage } from './bolt/trouble.ts'
import type { Manifest } from './manifest.ts'

export type Summed =
	| { readonly state: 'holds'; readonly sha256: string }
	| { readonly state: 'differs'; readonly is: string; readonly says: string }
	/** All pages seem to be there, and no sum follows them: so is a copy of a member's disk. */
	| { readonly state: 'none' }
	| { readonly state: 'cut' }

export type Sidecar =
	| { readonly state: 'none' }
	| { readonly state: 'unreadable'; readonly why: string }
	| { readonly state: 'there'; readonly manifest: Manifest }

export interface Inspected {
	readonly bytes: number
	/** Without the sum. */
	readonly databaseBytes: number
	readonly sum: Summed
	readonly metas: Metas
	readonly broken: readonly BrokenPage[]
	/** Nothing when not every page could be read. */
	readonly contents: Told | undefined
	readonly sidecar: Sidecar
}

/** One of them is enough not to restore from it. */
export interface Fault {
	readonly what: string
	readonly page?: number
}

function ofSidecar({ sidecar, bytes, sum, contents }: Inspected): readonly Fault[] {
	if (sidecar.state === 'none') return []
	if (sidecar.state === 'unreadable')
		return [{ what: `the manifest beside it cannot be read: ${sidecar.why}` }]
	const { manifest } = sidecar
	const sha256 = sum.state === 'holds' ? sum.sha256 : undefined
	if (manifest.bytes !== bytes)
		return [
			{ what: `the manifest beside it is of a file of ${manifest.bytes} bytes, and this one has ${bytes}` },
		]
	if (sha256 !== undefined && manifest.sha256 !== sha256)
		return [{ what: `the manifest beside it is of another file, whose sum is ${manifest.sha256}` }]
	if (contents !== undefined && contents.reached < BigInt(manifest.revision))
		return [
			{
				what: `the manifest beside it says revision ${manifest.revision}, and it ends at ${contents.reached}`,
			},
		]
	return []
}

export function faultsOf(inspected: Inspected): readonly Fault[] {
	const { sum, metas, broken, bytes } = inspected
	const [first, second] = metas.both
	return [
		...(sum.state === 'differs' ? [{ what: 'sha256 mismatch: do not restore from this file' }] : []),
		...(sum.state === 'cut'
			? [{ what: `it was cut: ${bytes} bytes are neither whole pages nor pages with their sum` }]
			: []),
		...(sum.state === 'none'
			? [
					{
						what: 'it has no sum at its end, so that nothing proves it: it was cut, or copied from a member’s disk',
					},
				]
			: []),
		...(typeof first === 'string'
			? [{ what: `page 0, which says what the file is: ${first}`, page: 0 }]
			: []),
		...(typeof second === 'string'
			? [{ what: `page 1, which says what the file is: ${second}`, page: 1 }]
			: []),
		...broken.map(({ page, message }) => ({ what: `page ${page}: ${message}`, page })),
		...ofSidecar(inspected),
	]
}
