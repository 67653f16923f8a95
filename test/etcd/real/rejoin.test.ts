// Why members are sealed (R7): etcd itself lets one that lost its data come back as who it was, although it may have voted for
// what it no longer has.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refusal, saysRefused } from '../../../etcd/arguments.ts'
import { everyMinor } from './binaries.ts'
import { pair } from './cluster.ts'
import { until } from './process.ts'

const recent = ({ restoreTool }: { restoreTool: string | undefined }) => restoreTool !== undefined

everyMinor(
	'control: an emptied member that is told its cluster comes back under its old id',
	async (t, etcd) => {
		const { first, second, secondId } = await pair(t, etcd)
		await first.put('kept')
		await second.kill()
		await rm(join(second.dir, 'data'), { recursive: true })
		// A leader that remembers what the other had crashes it; the next leader, even the same member, does not remember.
		await until('nobody leads', async () => (await first.client.status()).leader === undefined)
		second.start(`${first.listed},${second.listed}`, 'existing')
		const { memberId } = await until('it serves', async () => await second.client.confirm())
		t.is(memberId, secondId)
		t.is((await first.client.members()).members.length, 2)
	},
	recent,
)

everyMinor(
	'a sealed member that was emptied never does, however often it tries',
	async (t, etcd) => {
		const { first, second, secondId } = await pair(t, etcd)
		await first.put('kept')
		await second.kill()
		await rm(join(second.dir, 'data'), { recursive: true })
		for (let times = 0; times < 5; times++) {
			second.start(refusal.initialCluster, refusal.initialState)
			const { code, lastWords } = await second.ended()
			t.is(code, 1)
			t.true(saysRefused(lastWords))
		}
		// Nobody votes in its name: the other one is alone and knows it.
		await t.throwsAsync(first.client.confirm())
		t.not((await first.client.status()).leader, secondId)
	},
	recent,
)
