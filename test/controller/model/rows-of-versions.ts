// Where the search begins while members become another version. Pure.
import { halfway, downwards, settled, toMove, upwards, withBad, type Row } from './starts.ts'
import type { World } from './world.ts'

const [emptyDir, claims] = [{ volumes: false }, { volumes: true }]
const fixed = { volumes: true, sizes: [] }

/** Somebody wrote a version of which there is no image, saw it, and wrote a good one. */
const mended = (on: { readonly volumes: boolean }, size: number, version: string): World => ({
	...settled(toMove(on, size, withBad)),
	version,
})

/** The second of three is on its way when somebody writes the version of before. */
const reverted = (world: World): World => ({
	...halfway(world, 8),
	version: world.setting.versions?.[0] ?? '',
})

/** What takes the data of a member is looked at on emptyDir, where each that befalls its pod does. */
const losses = /is evicted|is emptied|is lost$/

/**
 * Not deletePod: whose process is down for a moment, with a newer spec, is given another pod on its volume; who deletes the claim in the very
 * moment loses that. The API server can be asked to compare the pod with what was seen, and not its claim.
 */
const late = ['deleteClaim'] as const

const early = ['3.5.35', '3.6.16']

export const rowsOfVersions: readonly Row[] = [
	{ what: 'up on emptyDir, one fault', from: toMove(emptyDir, 3, upwards), faults: 1 },
	{ what: 'up on claims, one fault', from: toMove(claims, 3, upwards), never: losses, faults: 1 },
	{
		what: 'up on emptyDir and back half way, one fault',
		from: reverted(toMove(emptyDir, 3, upwards)),
		faults: 1,
	},
	{ what: 'one up on emptyDir, two faults', from: toMove(emptyDir, 1, upwards), faults: 2 },
	{ what: 'one up on claims, two faults', from: toMove(claims, 1, upwards), faults: 2, late },
	{ what: 'a bad image on emptyDir, one fault', from: toMove(emptyDir, 3, withBad), faults: 1 },
	{ what: 'a bad image on claims, one fault', from: toMove(claims, 3, withBad), faults: 1 },
	{ what: 'one with a bad image on claims, two faults', from: toMove(claims, 1, withBad), faults: 2, late },
	{ what: 'back from a bad image on claims, one fault', from: mended(fixed, 3, '3.6.16'), faults: 1 },
	{ what: 'down on emptyDir, one fault', from: toMove(emptyDir, 3, downwards), faults: 1 },
	{ what: 'down on claims, one fault', from: toMove(fixed, 3, downwards), never: losses, faults: 1 },
	{
		what: 'down on emptyDir, cancelled half way, one fault',
		from: reverted(toMove(emptyDir, 3, downwards)),
		faults: 1,
	},
	{ what: 'one down on claims, two faults', from: toMove(claims, 1, downwards), faults: 2, late },
	{ what: '3.5 to 3.6 on claims, no fault', from: toMove(fixed, 3, early), faults: 0 },
	{ what: 'over a minor on emptyDir, one fault', from: toMove(emptyDir, 3, ['3.5.35', '3.7.3']), faults: 1 },
]
