// Single keys from a terminal, for as long as somebody listens. Ctrl-C stays what it is.
interface Keys {
	readonly end: () => void
}

const interrupt = '\u0003'

export function listen(pressed: (key: string) => void): Keys {
	const { stdin } = process
	if (!stdin.isTTY) return { end: () => {} }
	const hear = (chunk: Buffer): void => {
		for (const key of chunk.toString()) {
			// In this mode the terminal sends no signal, so that we do.
			if (key === interrupt) process.kill(process.pid, 'SIGINT')
			else pressed(key)
		}
	}
	stdin.setRawMode(true)
	stdin.resume()
	stdin.on('data', hear)
	const restore = (): void => void stdin.setRawMode(false)
	process.once('exit', restore)
	return {
		end: () => {
			stdin.off('data', hear)
			stdin.pause()
			process.removeListener('exit', restore)
			restore()
		},
	}
}
