// Every live test, also those of which npm test runs a selection. npm run show -- live
import { withOperator } from '../../playground/installed.ts'
import { lines } from '../ava.ts'

const folders = [
	['--concurrency=2', 'test/live/shared'],
	['--concurrency=1', 'test/live/alone'],
	['--concurrency=1', 'test/live/shown/self-signed.test.ts'],
] as const

export const show = async (): Promise<void> =>
	await withOperator('live', async ({ name }) => {
		const env = { PLAYGROUND: name, LIVE: 'all', EMPTIED: 'all', RECOVERS: 'all' }
		const codes: number[] = []
		for (const [pace, folder] of folders)
			codes.push(await lines(['ava', '--tap', pace, folder], env, console.log))
		if (codes.some((code) => code !== 0)) throw new Error('not every live test passed')
	})
