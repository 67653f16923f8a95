// With a real terminal, and with what this machine trusts, beside kubectl: each in a process of its own.
import { spawn } from 'node:child_process'
import test from 'ava'
import { kubectl, oursCommand, runs, situation, type Situation } from './both.ts'
import { ca, recorder } from './recorder.ts'
import { config, exec, trusted } from './written.ts'

const world = await recorder()
test.after.always(() => world.close())
const server = `https://127.0.0.1:${world.ports.api}`

const ours = [...oursCommand, '{"flags":{}}']
const theirs = [kubectl, 'get', '--raw', '/probe']

/** A program that asks the person who sits there. */
const asking = `#!/bin/sh
printf 'Your word: ' >&2
read word
echo '{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential","status":{"token":"'$word-$(echo "$KUBERNETES_EXEC_INFO" | grep -c '"interactive":true')'"}}'
`

async function atTerminal(
	{ env, dir }: Situation,
	command: readonly string[],
	typed: string,
): Promise<string> {
	const line = command.map((word) => `'${word}'`).join(' ')
	const child = spawn('script', ['-qec', line, '/dev/null'], {
		env,
		cwd: dir,
		stdio: ['pipe', 'pipe', 'ignore'],
	})
	let seen = ''
	child.stdout.on('data', (chunk: Buffer) => {
		if (!seen.includes('Your word: ') && `${seen}${String(chunk)}`.includes('Your word: '))
			child.stdin.write(`${typed}\n`)
		seen += String(chunk)
	})
	await new Promise((resolve, reject) => child.on('error', reject).on('close', resolve))
	return seen
}

for (const mode of ['Always', 'IfAvailable'])
	test.serial(`a program that may ask sees the terminal: ${mode}`, async (t) => {
		await using at = await situation(
			() => ({
				'.kube/config': config({ server, ...trusted }, exec({ interactiveMode: mode })),
				'bin/etcd-login': asking,
			}),
			() => ({}),
			() => ({}),
		)
		for (const command of [theirs, ours]) {
			const seen = await atTerminal(at, command, 'sesame')
			t.regex(seen, /Your word: /)
			t.is(world.taken().requests[0]?.headers[0], 'authorization: Bearer sesame-1', seen)
		}
	})

test.serial('a program that must not ask sees no terminal', async (t) => {
	await using at = await situation(
		() => ({ '.kube/config': config({ server, ...trusted }, exec()), 'bin/etcd-login': asking }),
		() => ({}),
		() => ({}),
	)
	for (const command of [theirs, ours]) {
		await atTerminal(at, command, 'sesame')
		t.is(world.taken().requests[0]?.headers[0], 'authorization: Bearer -0')
	}
})

test.serial('a cluster that names no authority is trusted as this machine trusts it', async (t) => {
	await using at = await situation(
		() => ({ '.kube/config': config({ server }, { token: 't' }), 'trusted.crt': ca }),
		(dir) => ({ SSL_CERT_FILE: `${dir}/trusted.crt` }),
		() => ({}),
	)
	for (const [command = '', ...args] of [theirs, ours]) {
		const { stdout, stderr } = await runs(command, args, at.env, at.dir)
		t.is(world.taken().requests.length, 1, stdout + stderr)
		await runs(command, args, { ...at.env, SSL_CERT_FILE: '' }, at.dir)
		t.is(world.taken().requests.length, 0)
	}
})

test.serial('paths in flags count from the folder one is in', async (t) => {
	await using at = await situation(
		() => ({ 'deep/config': config({ server }, { token: 't' }), 'ca.crt': ca }),
		() => ({ KUBECONFIG: 'nowhere:deep/config' }),
		() => ({}),
	)
	const [runtime = '', ...file] = oursCommand
	const flags = { flags: { 'certificate-authority': 'ca.crt' } }
	await runs(runtime, [...file, JSON.stringify(flags)], at.env, at.dir)
	t.is(world.taken().requests.length, 1)
	await runs(kubectl, ['get', '--raw', '/probe', '--certificate-authority=ca.crt'], at.env, at.dir)
	t.is(world.taken().requests.length, 1)
})
