// The live tests, in two playgrounds side by side: what they do is mostly waiting. The first is the README's demo; the second is for tests that
// disturb a playground, one file at a time.
import { installCertManager } from '../playground/addons/cert-manager.ts'
import { install, loadOperator } from '../playground/install.ts'
import { Playground } from '../playground/playground.ts'
import { forgetLogs } from '../playground/world/launch.ts'
import { avaBy } from './ava.ts'
import { places } from './places.ts'
import { add, nothingRan, type Counts } from './tap.ts'

/** The README's first command, in a playground of that name. */
type Demo = (name: string) => Promise<Counts>

/** Both say what they do at once; the second says so. */
async function testsIn(name: string, pace: string, folders: readonly string[], mark = ''): Promise<Counts> {
	return await avaBy(['ava'], { PLAYGROUND: name }, [pace, ...folders], (line) =>
		console.log(`${mark}${line}`),
	)
}

async function inTheDemo(name: string, demo: Demo): Promise<Counts> {
	const shown = await demo(name)
	if (shown.failed > 0) return shown
	await using playground = await Playground.join(name)
	await playground.tie() // it ends with this process
	return add(shown, await testsIn(name, '--concurrency=3', places.liveShared))
}

async function inOneOfTheirOwn(name: string): Promise<Counts> {
	await using playground = await Playground.start({ name, nodes: 3 })
	await installCertManager(playground)
	await loadOperator(playground)
	await install(playground, 'default')
	return await testsIn(name, '--concurrency=1', places.liveAlone, 'alone: ')
}

/** What one of them meets is no reason to end the other in the middle. */
async function side(name: string, run: () => Promise<Counts>): Promise<Counts> {
	const counts = await run().catch((reason: unknown): Counts => {
		console.error(reason)
		return { ...nothingRan, failed: 1 }
	})
	if (counts.failed === 0) await forgetLogs(name) // what failed wants to be looked at
	return counts
}

export async function live(demo: Demo): Promise<Counts> {
	const [first, second] = [`test-${process.pid}`, `test-${process.pid}-alone`] as const
	const both = await Promise.all([
		side(first, async () => await inTheDemo(first, demo)),
		side(second, async () => await inOneOfTheirOwn(second)),
	])
	return both.reduce(add)
}
