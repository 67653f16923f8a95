// Loaded into the plugin before it runs, to make it fail when it gets SIGUSR2: by a mistake while a frame is drawn, or by one that nobody
// could catch. MISTAKE says which.
const mistake = process.env['MISTAKE']

process.on('SIGUSR2', () => {
	if (mistake !== 'drawing') throw new Error('a mistake that nobody caught')
	Object.defineProperty(process.stdout, 'columns', {
		get: () => {
			throw new Error('a mistake in drawing')
		},
	})
})
