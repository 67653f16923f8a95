// The programs of a backup's Job and of a restore, ended at each of their calls in turn and started again; etcd's own tool between them at
// twenty moments of its run. npm run show -- ended
import { lines } from '../ava.ts'

export const show = async (): Promise<void> => {
	const files = ['crash', 'restore-ended'].map((name) => `test/backup/real/${name}.test.ts`)
	const ava = ['ava', '--tap', '--concurrency=1', ...files]
	const code = await lines(ava, { EXIT_STEP: '1' }, console.log)
	if (code !== 0) throw new Error('something was lost or left over, or it does not come to an end')
}
