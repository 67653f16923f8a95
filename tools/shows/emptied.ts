// Every way in which data directories are emptied under running members, on 3.5 to 3.7, on volumes and on emptyDirs: a follower, the
// leader, two and all three of three. npm test runs half of it. npm run show -- emptied
import { withOperator } from '../../playground/installed.ts'
import { lines } from '../ava.ts'

export const show = async (): Promise<void> =>
	await withOperator('emptied', async ({ name }) => {
		const ava = ['ava', '--tap', '--concurrency=1', 'test/live/shared/controller-emptied.test.ts']
		const code = await lines(ava, { PLAYGROUND: name, EMPTIED: 'all' }, console.log)
		if (code !== 0) throw new Error('a member came back empty, or was not replaced')
	})
