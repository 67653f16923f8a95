// Files that somebody else replaces while we run, such as a mounted Secret: watched, and polled, since a watch can miss or die.
import { watch, type FSWatcher } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export interface Watched {
	/** Looks now, and says once it has. */
	look(): Promise<void>
	stop(): void
}

/** Calls back with the texts of all files whenever one of them differs from last time; a missing file is no text. */
export function watchFiles(
	paths: readonly string[],
	changed: (texts: readonly (string | undefined)[]) => void,
	everyMs = 10_000,
): Watched {
	let last: string | undefined
	let turn = Promise.resolve()
	const read = async (): Promise<void> => {
		const texts = await Promise.all(
			paths.map(async (path) => await readFile(path, 'utf8').catch(() => undefined)),
		)
		const now = JSON.stringify(texts.map((text) => text ?? null))
		if (now === last) return
		last = now
		changed(texts)
	}
	const look = async (): Promise<void> => await (turn = turn.then(read))
	const watchers = [...new Set(paths.map((path) => dirname(path)))].flatMap((dir): FSWatcher[] => {
		try {
			// A Secret's files are links that change all at once with the directory that they lead to.
			const watcher = watch(dir, { persistent: false }, () => void look())
			return [watcher.on('error', () => watcher.close())]
		} catch {
			return [] // not there yet; the poll will find it
		}
	})
	const poll = setInterval(() => void look(), everyMs).unref()
	return {
		look,
		stop() {
			clearInterval(poll)
			for (const watcher of watchers) watcher.close()
		},
	}
}
