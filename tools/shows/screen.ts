// kubectl etcd status --watch in a terminal, by Node and by the executable: bytes a frame, an upgrade, a pod that is gone, a node that is
// cut off, and every way in which it ends. npm test runs a part of it. npm run show -- screen
import { withOperator } from '../../playground/installed.ts'
import { lines } from '../ava.ts'

export const show = async (): Promise<void> =>
	await withOperator('screen', async ({ name }) => {
		const ava = ['ava', '--tap', '--concurrency=1', 'test/live/shared/plugin-screen.test.ts']
		const code = await lines(ava, { PLAYGROUND: name, SCREEN: 'all' }, console.log)
		if (code !== 0) throw new Error('a screen was torn, cost too much, or was not left as it was found')
	})
