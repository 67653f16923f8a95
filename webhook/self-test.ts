// Before anybody is sent here: reviews over TLS to ourselves, until the code is warm, with verdicts that are known.
import { Agent, request } from 'node:https'
import { apiVersion, group } from '../api/names.ts'

const rounds = 100

/** Sizes only: which versions are refused can be changed by whoever installs us. */
const sample = (size: number) => ({
	apiVersion: 'admission.k8s.io/v1',
	kind: 'AdmissionReview',
	request: {
		uid: 'self-test',
		kind: { group, version: 'v1beta2', kind: 'EtcdCluster' },
		resource: { group, version: 'v1beta2', resource: 'etcdclusters' },
		name: 'self-test',
		namespace: 'self-test',
		operation: 'CREATE',
		dryRun: true,
		object: {
			apiVersion,
			kind: 'EtcdCluster',
			metadata: { name: 'self-test' },
			spec: { size },
		},
		oldObject: null,
	},
})

async function ask(agent: Agent, port: number, path: string, body: string): Promise<boolean> {
	const text = await new Promise<string>((resolve, reject) => {
		const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }
		const sent = request({ host: '127.0.0.1', port, path, method: 'POST', agent, headers }, (response) => {
			let all = ''
			response.setEncoding('utf8').on('data', (chunk: string) => (all += chunk))
			response.on('end', () => resolve(all)).on('error', reject)
		})
		sent.on('error', reject).end(body)
	})
	return (JSON.parse(text) as { response: { allowed: boolean } }).response.allowed
}

async function expect(
	agent: Agent,
	port: number,
	path: string,
	size: number,
	allowed: boolean,
): Promise<void> {
	if ((await ask(agent, port, path, JSON.stringify(sample(size)))) !== allowed)
		throw new Error(`the self-test of ${path} with ${size} members was answered wrongly`)
}

export async function selfTest(port: number): Promise<void> {
	// It is ourselves whom we ask, over loopback: under which name the certificate stands does not matter.
	const agent = new Agent({ keepAlive: true, rejectUnauthorized: false })
	try {
		for (let round = 0; round < rounds; round++) {
			await expect(agent, port, '/mutate', 3, true)
			await expect(agent, port, '/validate', 3, true)
		}
		await expect(agent, port, '/validate', 4, false)
	} finally {
		agent.destroy()
	}
}
