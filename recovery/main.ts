// Before a member starts as the only one: copies its data on its own volume, lets all of its log count, and ends.
import { commitLog } from './commit-log.ts'
import { keepCopy } from './keep-copy.ts'

async function run([from, to]: readonly string[]): Promise<string> {
	if (from === undefined || to === undefined)
		throw new Error('write two folders: what is copied, and to where')
	const kept = await keepCopy(from, to)
	return `${kept}; ${await commitLog(from)}`
}

run(process.argv.slice(2)).then(
	(done) => process.stdout.write(`${done}\n`),
	(reason: unknown) => {
		process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`)
		process.exitCode = 1
	},
)
