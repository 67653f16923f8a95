#!/usr/bin/env node
// kubectl etcd: from the arguments to the exit code.
import { tellCrashes } from './crash.ts'
import { hurry } from './hurry.ts'
import { interruption } from './interrupt.ts'
import { runLine } from './run.ts'

tellCrashes(process.argv.slice(2), process.env)
const { signal, codeOf } = interruption()

/** What runs for longer is worth machine code. */
const longMs = 500

/** A member that never answers holds its connection, and nobody waits for that once all is said. Readers that are slow are waited for. */
function leave(): void {
	const isSaid = process.stdout.writableLength === 0 && process.stderr.writableLength === 0
	if (isSaid) process.exit()
	setTimeout(leave, 20).unref()
}

async function main(): Promise<void> {
	setTimeout(hurry, longMs).unref()
	const code = await runLine(process.argv.slice(2), process.env, signal)
	process.exitCode = codeOf() ?? code
	setTimeout(leave, 20).unref()
}

// No await outside a function: the executable is made of one script, and scripts have none.
void main()
