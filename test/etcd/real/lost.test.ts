// A member that dies, hangs or comes back while it is asked.
import type { EtcdError } from '../../../etcd/errors.ts'
import { refusal } from '../../../etcd/arguments.ts'
import { everyMinor } from './binaries.ts'
import { born } from './cluster.ts'
import { memberProcess, until } from './process.ts'

everyMinor('nobody listens: refused; then it runs, and the same client asks it', async (t, etcd) => {
	const member = await memberProcess(t, etcd, 'a')
	t.is((await t.throwsAsync<EtcdError>(member.client.status())).code, 'refused')
	t.is((await t.throwsAsync<EtcdError>(member.client.members())).code, 'refused')
	member.start(member.listed, 'new')
	await until('it serves', async () => await member.client.confirm())
	const { memberId } = await member.client.status()
	for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
		member.signal(signal)
		await member.ended()
		// The connection of before may take a moment to be known as dead.
		const codes = [await codeOf(), await codeOf()]
		t.is(codes[1], 'refused', codes.join())
		member.start(refusal.initialCluster, refusal.initialState)
		await member.answers()
		t.is((await member.client.status()).memberId, memberId)
	}
	async function codeOf(): Promise<string> {
		return (await t.throwsAsync<EtcdError>(member.client.status())).code
	}
})

everyMinor(
	'it hangs: each call ends at its deadline, and it is asked anew when it goes on',
	async (t, etcd) => {
		const seed = await born(t, etcd)
		await seed.client.status()
		await seed.freeze()
		const began = performance.now()
		const took = async (asking: Promise<unknown>) => {
			const { code } = await t.throwsAsync<EtcdError>(asking)
			t.is(code, 'unreachable')
			return performance.now() - began
		}
		const status = await took(seed.client.status())
		t.true(status >= 1990 && status < 2900, `${status} ms`)
		const opening = await took(seed.client.confirm())
		t.true(opening - status >= 2990 && opening - status < 3900, `${opening - status} ms to connect in vain`)
		seed.signal('SIGCONT')
		await seed.answers()
		await until('it serves', async () => await seed.client.confirm())
	},
)

everyMinor('it dies while it is asked: the call ends at once', async (t, etcd) => {
	const seed = await born(t, etcd)
	await seed.client.status()
	await seed.freeze()
	const asking = t.throwsAsync<EtcdError>(seed.client.addVoter('http://127.0.0.1:1'))
	const began = performance.now()
	await seed.kill()
	t.is((await asking).code, 'unreachable')
	t.true(performance.now() - began < 1500)
})
