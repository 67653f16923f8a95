// What is printed of a change: the sentence that kubectl would say, or the object.
import type { Call } from '../call.ts'
import { Failure } from '../failure.ts'
import { documentText } from '../output.ts'
import type { KubeObject } from '../../kube/objects.ts'
import { lean } from '../../kube/known.ts'
import type { Change } from './change.ts'
import { dryRunWord, type Manner } from './manner.ts'
import type { Sent } from './send.ts'

/** Who wrote which field nobody reads here. */
export const printable = (object: KubeObject): KubeObject => lean(object)

/** `own` are the warnings of our rules: an API server with the webhook says them, too. */
export async function tell(
	{ terminal }: Call,
	change: Change,
	{ object, warnings }: Sent,
	manner: Manner,
	own: readonly string[] = [],
): Promise<void> {
	// What the API server says was told as it came.
	if (warnings.length === 0) for (const warning of new Set(own)) terminal.err(`Warning: ${warning}\n`)
	if (manner.output === 'name') terminal.out(`${change.title}\n`)
	else if (manner.output !== undefined) terminal.out(await documentText(manner.output, printable(object)))
	else terminal.out(`${change.title} ${change.verb}${dryRunWord(manner)}\n`)
	if (manner.warningsAreErrors && warnings.length > 0)
		throw new Failure(`${warnings.length} warning${warnings.length === 1 ? '' : 's'} received`)
}
