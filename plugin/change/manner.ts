// How a change is sent, by the flags. Pure.
import type { Flags } from '../line/flags.ts'

export interface Manner {
	readonly dryRun: 'none' | 'client' | 'server'
	readonly output: string | undefined
	readonly fieldManager: string
	readonly force: boolean
	readonly errorUnchanged: boolean
	readonly warningsAreErrors: boolean
}

export const mannerOf = (flags: Flags): Manner => ({
	dryRun: (flags.text('dry-run') ?? 'none') as Manner['dryRun'],
	output: flags.text('output'),
	fieldManager: flags.text('field-manager') ?? 'kubectl-etcd',
	force: flags.truth('force-conflicts') === true,
	errorUnchanged: flags.truth('error-unchanged') === true,
	warningsAreErrors: flags.truth('warnings-as-errors') === true,
})

/** What stands behind the sentence, as kubectl writes it. */
export const dryRunWord = ({ dryRun }: Manner): string =>
	({ none: '', client: ' (dry run)', server: ' (server dry run)' })[dryRun]
