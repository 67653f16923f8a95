// Watches beside etcdctl's: the same events in the same words, an end where history is gone, and none when a member goes.
import { setTimeout as sleep } from 'node:timers/promises'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born, pair } from '../../etcd/real/cluster.ts'
import { until } from '../../etcd/real/process.ts'
import { etcdctl, ours } from './both.ts'

everyMinor('watches as etcdctl does', async (t, etcd) => {
	const seed = await born(t, etcd)
	await ours(seed, ['put', 'p/0', 'before'])
	const all = [
		'watch p/ --prefix',
		'watch p/ --prefix --prev-kv --hex',
		'watch p/ --prefix --prev-kv -w json',
		'watch p/ --prefix --prev-kv -w fields',
		'watch p/ --prefix --rev 2',
		'watch p/1',
		'watch p/1 p/3',
		'watch p/2 p/9 --prev-kv -w fields',
	]
	const leaving = new AbortController()
	const both = all.map(async (line) => {
		const words = line.split(' ')
		const how = { signal: leaving.signal }
		const [their, our] = await Promise.all([etcdctl(seed, words, how), ours(seed, words, how)])
		return { line, their: their.out.toString(), our: our.out.toString(), code: our.code, err: our.err }
	})
	// There is no word from etcdctl that it watches.
	await sleep(3000)
	for (const [key, value] of [
		['p/1', 'one'],
		['p/2', 'two'],
		['p/1', 'eins'],
		['q', 'none'],
		['p/3', 'три'],
	] as const)
		await ours(seed, ['put', key, value])
	await ours(seed, ['del', 'p/1'])
	await ours(seed, ['del', 'p/', '--prefix'])
	await sleep(1000)
	leaving.abort()
	const events = (text: string): string[] =>
		// How many events come in one answer is chance when several changes are made at once.
		text.includes('{"Header"')
			? [...text.matchAll(/\{(?:"type":1,)?"kv":.*?\}(?=[,\]](?:\{|,"Comp))/g)].map(([one]) => one)
			: text.split('\n')
	for (const { line, their, our, code, err } of await Promise.all(both)) {
		t.is(code, 0, err)
		t.true(events(their).length > 3, line)
		t.deepEqual(events(our), events(their), line)
	}
})

everyMinor('says that history is gone', async (t, etcd) => {
	const seed = await born(t, etcd)
	for (let count = 0; count < 10; count++) await ours(seed, ['put', 'key', `${count}`])
	await seed.client.compact(8n)
	const words = ['watch', 'key', '--rev=2']
	const our = await ours(seed, words)
	for (const format of ['simple', 'json']) {
		const shown = [...words, '-w', format]
		const their = await etcdctl(seed, shown)
		t.is((await ours(seed, shown)).out.toString(), their.out.toString(), format)
		t.not(their.code, 0)
	}
	t.is(our.code, 1)
	t.regex(
		our.err,
		/required revision has been compacted\n[^]*oldest revision that is still kept is 8\n[^]*--rev=8/,
	)
	const read = await ours(seed, ['get', 'key', '--rev=2'])
	t.is(read.code, 1)
	t.regex(read.err, /compacted/)
})

everyMinor('watches on through another member, and leaves out nothing', async (t, etcd) => {
	const { first, second } = await pair(t, etcd)
	const leaving = new AbortController()
	let [seen, said] = ['', '']
	const watching = ours([first, second], ['watch', 'k', '--prefix'], {
		signal: leaving.signal,
		onOut: (piece) => (seen += piece.toString()),
		onErr: (text) => (said += text),
	})
	await until('it watches', async () => {
		await ours(second, ['put', 'k0', '0'])
		return seen !== ''
	})
	await ours(second, ['put', 'k1', '1'])
	await until('it came', async () => await Promise.resolve(seen.includes('k1\n1\n')))
	await first.kill()
	first.start('', 'existing')
	await until('both serve', async () => await Promise.all([first.client.confirm(), second.client.confirm()]))
	for (let count = 2; count < 50; count++) await ours([second, first], ['put', `k${count}`, `${count}`])
	await until('all came', async () => await Promise.resolve(seen.includes('k49\n49\n')))
	leaving.abort()
	t.is((await watching).code, 0)
	const keys = [...seen.matchAll(/PUT\n(k\d+)\n/g)].map(([, key]) => key).filter((key) => key !== 'k0')
	t.deepEqual(
		keys,
		Array.from({ length: 49 }, (_, at) => `k${at + 1}`),
	)
	t.regex(said, /is lost: .*what happens from revision \d+ on is not/)
	t.regex(said, /watching on through/)
})
