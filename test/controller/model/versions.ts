// Which releases of etcd there are in a world, and what runs. Pure. Minors are numbers: 6 is 3.6.
import { releases } from '../../../api/releases.ts'
import { parseVersion } from '../../../api/version.ts'
import { dataOf, type Pod, type Setting, type World } from './world.ts'

/** What the spec may name, and what members begin with. */
export const versionsOf = ({ versions, minor }: Setting): readonly string[] =>
	versions ?? [releases.recommended[minor] ?? '']
export const firstOf = (setting: Setting): string => versionsOf(setting)[0] ?? ''
/** Where there is but one, nothing of it is remembered: no state differs by it. */
export const hasOthers = (setting: Setting): boolean => setting.versions !== undefined

/** What no node finds an image of. */
export const neverStarts = (version: string): boolean => version.endsWith('.99')

/** What its process is; its image may be another already. */
export const runs = ({ old, version }: Pod): string => old || version

/** What its data may hold, or its peers speak, is of a later minor. */
export const isTooEarly = (world: World, name: string, version: string): boolean =>
	minorOf(version) < Math.max(world.spoken, dataOf(world, name)?.schema ?? 0)

const known = new Map<string, number>()

export function minorOf(version: string): number {
	const minor = known.get(version) ?? parseVersion(version)?.minor ?? 0
	known.set(version, minor)
	return minor
}
