// npm test: every stage, its time, and a last line that is true whatever happened.
import { join } from 'node:path'
import { Complaint } from '../playground/complaint.ts'
import { stages, type Stage } from './stages.ts'
import { add, closingLine, nothingRan, type Counts } from './tap.ts'

const [flag, names] = process.argv.slice(2)
const wanted = flag === '--only' ? new Set((names ?? '').split(',')) : undefined
const unknown = [...(wanted ?? [])].filter((name) => !stages.some((stage) => stage.name === name))
if (unknown.length > 0 || (flag !== undefined && flag !== '--only')) {
	const known = stages.map(({ name }) => name).join(',')
	console.error(`"${unknown.join(',') || flag}" is no stage: use npm test, or npm test -- --only ${known}.`)
	process.exit(2)
}

async function run(stage: Stage): Promise<Counts> {
	const began = performance.now()
	console.log(`# ${stage.name} …`)
	const counts = await stage.run().catch((reason: unknown): Counts => {
		console.error(reason instanceof Complaint ? reason.message : reason)
		return { ...nothingRan, failed: 1 }
	})
	console.log(
		`# ${stage.name}: ${closingLine(counts)} in ${((performance.now() - began) / 1000).toFixed(1)} s`,
	)
	return counts
}

// Each file of tests is a process that loads much of the same, and so is each line of the plugin that they run.
process.env['NODE_COMPILE_CACHE'] ??= join(import.meta.dirname, '../node_modules/.cache/compiled')

let all = nothingRan
for (const stage of stages) if (wanted?.has(stage.name) ?? true) all = add(all, await run(stage))
for (const skipped of all.skipped) console.log(`SKIPPED: ${skipped}`)
if (process.env['CI'] === 'true' && all.skipped.length > 0) {
	console.log('skipped tests are failures where CI=true')
	all = { ...all, failed: all.failed + all.skipped.length }
}
console.log(closingLine(all))
process.exitCode = all.failed === 0 ? 0 : 1
