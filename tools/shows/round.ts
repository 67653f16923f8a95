// A backup of 3.4 to 3.7 with TLS and under a write load into a real MinIO, and new clusters of 3.5 to 3.7 from it: all keys under their
// revisions, and watchers of before hear of it. npm run show -- round; PLAYGROUND names one that is up.
import { withOperator } from '../../playground/installed.ts'
import { lines } from '../ava.ts'

export const show = async (): Promise<void> =>
	await withOperator('round', async (playground) => {
		const ava = ['ava', '--tap', '--concurrency=1', 'test/live/shown/round.test.ts']
		const code = await lines(ava, { PLAYGROUND: playground.name }, console.log)
		if (code !== 0) throw new Error('a cluster did not come back as it was')
	})
