// Losses of quorum and problems that are really planted, one line for each: what was planted, and what kubectl etcd recover --plan and
// doctor said of it. npm test plants a few of them. npm run show -- planted; PLAYGROUND names one that is up.
import { withOperator } from '../../playground/installed.ts'
import { lines } from '../ava.ts'

export const show = async (): Promise<void> =>
	await withOperator('planted', async ({ name }) => {
		const began = performance.now()
		const ava = ['ava', '--tap', '--concurrency=1', 'test/live/shared/plugin-planted.test.ts']
		const all: string[] = []
		const code = await lines(ava, { PLAYGROUND: name, PLANTED: 'all' }, (line) => {
			all.push(line)
			if (!/^(TAP version|1\.\.|\s*$|(not )?ok )/.test(line)) console.log(line.replace(/^# +/, ''))
		})
		const count = (pattern: RegExp): number => all.filter((line) => pattern.test(line)).length
		const named = new Set(
			all.flatMap((line) => /^# +planted: (.*?); said: \S (D\d\d) .*; ok$/.exec(line)?.slice(1).join() ?? []),
		)
		const checks = new Set([...named].map((one) => one.slice(-3)))
		const seconds = ((performance.now() - began) / 1000).toFixed(0)
		console.log(
			[
				`${count(/^ok .* recover: /)} of ${count(/ recover: /)} losses of quorum were planned as they are`,
				`${named.size} problems were named, by ${checks.size} checks, on ${count(/^ok .* doctor: /)} of ${count(/ doctor: /)} clusters`,
				`${count(/^# +planted: nothing, .*; ok$/)} times nothing was found where nothing was`,
				`${seconds} s`,
			].join('; '),
		)
		if (code !== 0)
			throw new Error('something that was planted was not named, or something was named that was not planted')
	})
