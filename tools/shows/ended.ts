// The program of a backup's Job, ended at each of its calls in turn and started again. npm run show -- ended
import { lines } from '../ava.ts'

export const show = async (): Promise<void> => {
	const ava = ['ava', '--tap', '--concurrency=1', 'test/backup/real/crash.test.ts']
	const code = await lines(ava, { EXIT_STEP: '1' }, console.log)
	if (code !== 0) throw new Error('something proved was lost, or it does not come to an end')
}
