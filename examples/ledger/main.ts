// An application of etcd as people write them, with a client that is not ours (etcd3): it writes all along, keeps what was
// acknowledged in mind, reads linearizably, and at the end counts what of it is gone. Asked over HTTP: /counts, /lap, /verify, /livez.
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { noop } from 'cockatiel'
import { Etcd3 } from 'etcd3'
import { credentialsIn, type Credentials } from './credentials.ts'
import { Ledger } from './ledger.ts'

const [hosts = 'http://127.0.0.1:2379', tlsDir, writers = '2'] = process.argv.slice(2)

/** Nothing is repeated behind our back: a write that failed may have happened, and only we may decide what that means. */
const connect = (credentials: Credentials | undefined): Etcd3 =>
	new Etcd3({
		hosts: hosts.split(','),
		...(credentials && { credentials }),
		faultHandling: { host: () => noop, global: noop },
		defaultCallOptions: (context) => (context.isStream ? {} : { deadline: Date.now() + 1000 }),
		dialTimeout: 1000,
	})

let shown: Credentials | undefined
let etcd = connect(shown)

/** A certificate is renewed while we run: from then on we come with the new one. */
async function renew(): Promise<void> {
	const found = await credentialsIn(tlsDir).catch(() => shown)
	if (found === undefined || shown === undefined || found.certChain.equals(shown.certChain)) return
	const before = etcd
	;[shown, etcd] = [found, connect(found)]
	setTimeout(() => before.close(), 5000)
}
const ledger = new Ledger(`ledger/${Date.now().toString(36)}/`)

async function write(): Promise<never> {
	for (;;) {
		const number = ledger.next()
		try {
			const { header } = await etcd.put(ledger.key(number)).value(String(number))
			ledger.acknowledged(number, BigInt(header.revision))
		} catch {
			ledger.unknown(number)
			await sleep(20)
		}
		await sleep(5)
	}
}

async function read(): Promise<never> {
	for (;;) {
		const expected = ledger.newest()
		try {
			const { header, kvs } = await etcd.get(ledger.key(expected?.number ?? 0)).exec()
			ledger.wasRead(expected, BigInt(header.revision), kvs[0]?.value.toString())
		} catch {
			ledger.readFailed()
			await sleep(20)
		}
		await sleep(10)
	}
}

async function verify(): Promise<object> {
	const expected = ledger.all() // what is acknowledged while we read may come after what is read
	const keys = await etcd.getAll().prefix(ledger.prefix).keys()
	return ledger.verdict(expected, new Set(keys.map((key) => Number(key.slice(ledger.prefix.length)))))
}

createServer((request, response) => {
	const answer = {
		'/livez': async () => 'ok',
		'/counts': async () => ledger.counts(),
		'/lap': async () => ledger.lap(),
		'/verify': verify,
	}[request.url ?? '']
	if (answer === undefined) response.writeHead(404).end('ask for /counts, /lap or /verify\n')
	else
		answer().then(
			(value) => response.end(`${JSON.stringify(value)}\n`),
			(reason: unknown) => response.writeHead(503).end(`${String(reason)}\n`),
		)
}).listen(8080)

async function start(): Promise<void> {
	shown = await credentialsIn(tlsDir)
	if (shown) {
		etcd = connect(shown)
		setInterval(() => void renew(), 500)
	}
	for (let writer = 0; writer < Number(writers); writer++) void write()
	void read()
}

void start()
