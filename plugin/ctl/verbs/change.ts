// ctl put and del. What is sent is sent once.
import { setTimeout as sleep } from 'node:timers/promises'
import { keyValues } from '../../../etcd/kv.ts'
import { Failure } from '../../failure.ts'
import { leaseOf } from '../asked.ts'
import { quoted } from '../print/quoted.ts'
import { rangeOf } from '../ranges.ts'
import type { Task } from '../task.ts'
import { changeTrouble } from '../trouble.ts'

async function valueOf({ args, asked, stdin, err }: Task): Promise<Uint8Array> {
	const word = args[1]
	if (word !== undefined && word !== '-') return asked.bytes(word)
	if (process.stdin.isTTY) err('(reading the value from the terminal; Ctrl-D ends it)\n')
	const value = await stdin()
	if (value.length === 0 && word === undefined)
		throw new Failure({
			what: 'put was given no value, and there is none on stdin',
			next: 'write put KEY "" for a value that is empty',
		})
	return value
}

export async function put(task: Task): Promise<void> {
	const { args, asked, entrance, show } = task
	const [ignoreValue, ignoreLease] = [asked.truth('ignore-value'), asked.truth('ignore-lease')]
	if (ignoreValue && args.length > 1) throw new Failure('with --ignore-value put takes a key, and no value')
	const key = asked.bytes(args[0] ?? '')
	if (key.length === 0) throw new Failure('no key is empty')
	const lease = leaseOf(asked.text('lease') ?? '0')
	if (ignoreLease && lease !== 0n)
		throw new Failure('--lease and --ignore-lease are two things; write one of them')
	const value = ignoreValue ? new Uint8Array() : await valueOf(task)
	const { name, caller } = await entrance.one()
	const wanted = { key, value, lease, prevKv: asked.truth('prev-kv'), ignoreValue, ignoreLease }
	try {
		await show({ kind: 'put', answer: await keyValues(caller, asked.deadlineMs).put(wanted) })
	} catch (reason) {
		throw changeTrouble(reason, name)
	}
}

const secondThoughtsMs = 2000

export async function del({ args, asked, entrance, show, err, signal }: Task): Promise<void> {
	const range = rangeOf(args, asked)
	if (args.length > 1 && range.rangeEnd && !asked.truth('range')) {
		const span = `${quoted(range.key)} up to ${quoted(range.rangeEnd)}`
		err(`Deletes all keys from ${span} in 2 seconds. Ctrl-C stops it; --range does not wait.\n`)
		await sleep(secondThoughtsMs, undefined, { signal })
	}
	const { name, caller } = await entrance.one()
	const wanted = { ...range, prevKv: asked.truth('prev-kv') }
	try {
		await show({ kind: 'del', answer: await keyValues(caller, asked.deadlineMs).deleteRange(wanted) })
	} catch (reason) {
		throw changeTrouble(reason, name)
	}
}
