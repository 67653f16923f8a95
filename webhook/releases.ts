// Release data that is mounted beside what we were built with, read again when it changes.
import { parse } from 'yaml'
import { addReleases } from '../api/more-releases.ts'
import { releases as known, type Releases } from '../api/releases.ts'
import { watchFiles, type Watched } from '../runtime/watched.ts'

export interface ReleaseData extends Watched {
	current(): Releases
}

/** A file that cannot be read as YAML changes nothing: what was last known stays. */
export function watchReleases(path: string, ignored: (because: readonly string[]) => void): ReleaseData {
	let current = known
	const watched = watchFiles([path], ([text]) => {
		try {
			const more = addReleases(known, text === undefined ? undefined : parse(text))
			current = more.releases
			ignored(more.ignored)
		} catch (reason) {
			ignored([
				`it is not YAML: ${reason instanceof Error ? (reason.message.split('\n')[0] ?? '') : 'unknown'}`,
			])
		}
	})
	return { ...watched, current: () => current }
}
