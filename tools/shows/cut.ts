// Six hundred uploads and downloads that are broken off at any byte, refused or held up, once or for good, over all stores, and what is
// under their names. npm run show -- cut
import { lines } from '../ava.ts'

export const show = async (): Promise<void> => {
	const ava = [
		'ava',
		'--tap',
		'--concurrency=1',
		'test/store/real/cut.test.ts',
		'test/store/real/killed.test.ts',
	]
	const code = await lines(ava, { CUTS: '180', KILLS: '60' }, console.log)
	if (code !== 0) throw new Error('something broken has a name, or something whole has none')
}
