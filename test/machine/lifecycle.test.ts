import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import anyTest, { type TestFn } from 'ava'
import { filesOf } from '../../playground/places.ts'
import { Playground } from '../../playground/playground.ts'
import { prepare } from '../../playground/prepare.ts'
import { forgetLogs } from '../../playground/world/launch.ts'
import { cli, cliProcess, leftBehind, machine, testName } from './support.ts'

const test = anyTest.serial as TestFn
const names = { one: testName('one'), other: testName('other') }

test.before('programs are there', async () => {
	await prepare(names.one, 3)
})

test.after.always('logs of the tests are removed', async () => {
	for (const name of Object.values(names)) await forgetLogs(name)
})

test('two API servers side by side know nothing of each other, and leave nothing behind', async (t) => {
	const before = await machine()
	{
		await using one = await Playground.start({ name: names.one, nodes: 0 })
		await using other = await Playground.start({ name: names.other, nodes: 0 })
		await one.kubectl(['create', 'configmap', 'mine', '-n', 'default'])
		t.regex(await one.kubectl(['get', 'configmaps', '-n', 'default']), /mine/)
		t.notRegex(await other.kubectl(['get', 'configmaps', '-n', 'default']), /mine/)
		t.not(await one.pid(), await other.pid())
	}
	t.deepEqual(await leftBehind(before), {})
	t.false(existsSync(filesOf(names.one).kubeconfig))
})

test('a second up of the same name, and a port that is taken, are refused and disturb nobody', async (t) => {
	await using playground = await Playground.start({ name: names.one, nodes: 0 })
	const second = await cli(['up', '--control-plane', '--name', names.one])
	t.is(second.code, 1)
	t.regex(second.stderr, new RegExp(`the playground "${names.one}" is already up: use it, take it down with`))
	const { port } = JSON.parse(
		await playground
			.kubectl(['config', 'view', '-o', 'jsonpath={"{"}"port":{.clusters[0].cluster.server}{"}"}'])
			.then((text) => text.replace(/https:\/\/127\.0\.0\.1:/, '')),
	) as { port: number }
	const taken = await cli(['up', '--control-plane', '--name', names.other, '--port', String(port)])
	t.is(taken.code, 1)
	t.regex(taken.stderr, new RegExp(`port ${port} is taken: choose another with --port`))
	t.regex(await playground.kubectl(['get', '--raw', '/readyz']), /ok/)
})

test('after kill -9 of the process that started three nodes nothing remains', async (t) => {
	const before = await machine()
	const script = `
		import { Playground } from '${join(import.meta.dirname, '../../playground/playground.ts')}'
		await Playground.start({ name: '${names.one}', nodes: 3 })
		console.log('up')
		setInterval(() => {}, 1000)`
	const starter = spawn(process.execPath, ['--input-type=module-typescript', '-e', script], {
		stdio: ['ignore', 'pipe', 'inherit'],
	})
	t.teardown(() => starter.kill('SIGKILL'))
	await once(starter.stdout, 'data')
	t.true((await machine()).processes.length > before.processes.length + 10)
	starter.kill('SIGKILL')
	await once(starter, 'exit')
	t.deepEqual(await leftBehind(before), {})
	t.false(existsSync(filesOf(names.one).kubeconfig))
})

for (const afterMs of [300, 900, 2500])
	test(`after kill -9 of up, ${afterMs} ms after its start, nothing remains and up works again`, async (t) => {
		const before = await machine()
		const starting = cliProcess(['up', '--name', names.one])
		t.teardown(() => starting.kill('SIGKILL'))
		await sleep(afterMs)
		t.is(starting.exitCode, null)
		starting.kill('SIGKILL')
		await once(starting, 'exit')
		t.deepEqual(await leftBehind(before), {})
		await using again = await Playground.start({ name: names.one, nodes: 0 })
		t.regex(await again.kubectl(['get', '--raw', '/readyz']), /ok/)
	})

test('up, status, logs, down from the command line; down ends everything', async (t) => {
	const before = await machine()
	const named = ['--name', names.one]
	const up = await cli(['up', '--control-plane', ...named])
	t.is(up.code, 0, up.stderr)
	t.regex(up.stdout, /The API server is ready/)
	const status = await cli(['status', ...named])
	t.is(status.code, 0)
	t.regex(status.stdout, /kube-apiserver +running/)
	t.regex((await cli(['kubectl', ...named, 'get', 'namespaces'])).stdout, /kube-system/)
	t.regex((await cli(['env', ...named])).stdout, /^export KUBECONFIG='.*\/kubeconfig'$/m)
	t.regex((await cli(['logs', ...named])).stdout, /^kube-apiserver$/m)
	t.is((await cli(['down', ...named])).code, 0)
	t.deepEqual(await leftBehind(before), {})
	t.regex((await cli(['logs', 'kube-apiserver', ...named])).stdout, /quota admission added evaluator/)
})

test('kill -9 of the outermost process of a playground that was let go ends everything', async (t) => {
	const before = await machine()
	t.is((await cli(['up', '--control-plane', '--name', names.one])).code, 0)
	const playground = await Playground.join(names.one)
	process.kill(await playground.pid(), 'SIGKILL')
	t.deepEqual(await leftBehind(before), {})
})
