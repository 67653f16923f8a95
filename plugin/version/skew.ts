// Whether this plugin and that operator fit. Pure. What is there is known by what the API has; a number only warns.
import { parseVersion } from '../../api/version.ts'

type Skew = 'fits' | 'differs' | 'unknown'

export interface Verdict {
	readonly skew: Skew
	readonly sentence: string
}

export function skewOf(plugin: string, operator: string | undefined): Verdict {
	const [ours, theirs] = [parseVersion(plugin), parseVersion(operator)]
	if (ours === undefined || theirs === undefined)
		return {
			skew: 'unknown',
			sentence:
				operator === undefined
					? 'no operator was seen'
					: `the operator is called ${operator}, which is no release`,
		}
	const apart = Math.abs(ours.minor - theirs.minor)
	if (ours.major === theirs.major && apart <= 1) return { skew: 'fits', sentence: 'plugin and operator fit' }
	const older = ours.major * 1000 + ours.minor < theirs.major * 1000 + theirs.minor ? 'plugin' : 'operator'
	return {
		skew: 'differs',
		sentence: `plugin ${plugin} and operator ${operator} are more than one minor apart; upgrade the ${older}`,
	}
}
