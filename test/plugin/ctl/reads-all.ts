// Reads every key of a member into stdout as a process of its own, and says on stderr how much memory that took at most.
import { Connection } from '../../../etcd/connection.ts'
import { lineOf } from '../../../plugin/ctl/line.ts'
import { ctl } from '../../../plugin/ctl/run.ts'
import { sinkOf } from '../../../plugin/ctl/sink.ts'
import { Flags } from '../../../plugin/line/flags.ts'

const [host = '', port = '', ...words] = process.argv.slice(2)
const { signal } = new AbortController()

process.exitCode = await ctl(lineOf([], words, new Flags(new Map())), {
	members: [
		{ name: 'a', open: async () => await Promise.resolve(new Connection({ host, port: Number(port) })) },
	],
	member: undefined,
	credentials: undefined,
	out: sinkOf(process.stdout, signal),
	isTerminal: false,
	err: (text) => void process.stderr.write(text),
	stdin: async () => await Promise.resolve(new Uint8Array()),
	signal,
})
process.stderr.write(`${process.resourceUsage().maxRSS} KiB\n`)
