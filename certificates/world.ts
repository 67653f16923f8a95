// The objects that carry the certificate: two Secrets and two webhook configurations, each read by name and written only as it
// was read (a PUT with its resourceVersion), so that whoever came between is noticed and nothing of theirs is lost.
import type { KubeApi } from '../kube/api.ts'
import { authoritiesIn } from '../runtime/pki/authorities.ts'
import { decodeData, encodeData, issue, pairOf, type Data } from './pairs.ts'
import type { Seen, Step } from './plan.ts'

export interface Names {
	readonly namespace: string
	/** Mounted by the webhook's pods. */
	readonly serving: string
	readonly next: string
	readonly configuration: string
	readonly hosts: readonly string[]
	readonly lifeMs: number
}

interface Stored {
	readonly metadata: { readonly annotations?: Readonly<Record<string, string>> }
	readonly data?: Readonly<Record<string, unknown>> | undefined
	readonly webhooks?: readonly { readonly clientConfig: { readonly caBundle?: string } }[]
}

const sinceKey = 'etcd.database.coreos.com/certificate-since'
const publishedKey = 'etcd.database.coreos.com/authority-published'

export function certificateWorld(api: KubeApi, names: Names) {
	const secret = (name: string) => `/api/v1/namespaces/${names.namespace}/secrets/${name}`
	const configurations = ['mutating', 'validating'].map(
		(kind) => `/apis/admissionregistration.k8s.io/v1/${kind}webhookconfigurations/${names.configuration}`,
	)
	const ask = async (method: 'GET' | 'PUT', path: string, body?: Stored): Promise<Stored> => {
		const { status, body: answer } = await api.ask(method, path, body)
		if (status === 200) return answer as Stored
		const { message } = (answer ?? {}) as { message?: string }
		throw new Error(`${method} ${path} was answered ${status}: ${message ?? 'nothing'}`)
	}
	/** What the last look saw: a step was decided by it, so it is what is written back. */
	const read = new Map<string, Stored>()
	const change = async (path: string, edit: (stored: Stored) => Stored): Promise<void> => {
		const stored = read.get(path)
		if (stored === undefined) throw new Error(`${path} was not read`)
		await ask('PUT', path, edit(stored))
	}
	const fill = (data: Data, annotations: Data) => (stored: Stored) => ({
		...stored,
		data: encodeData(data),
		metadata: { ...stored.metadata, annotations: { ...stored.metadata.annotations, ...annotations } },
	})
	const now = () => new Date().toISOString()
	const time = (text: string | undefined): number | undefined =>
		text === undefined || Number.isNaN(Date.parse(text)) ? undefined : Date.parse(text)

	return {
		async look(): Promise<Seen> {
			const paths = [secret(names.serving), secret(names.next), ...configurations]
			const found = await Promise.all(paths.map(async (path) => await ask('GET', path)))
			for (const [index, stored] of found.entries()) read.set(paths[index] ?? '', stored)
			const [serving, next, ...registered] = found
			return {
				now: Date.now(),
				serving: pairOf(decodeData(serving?.data), names.hosts),
				servingSince: time(serving?.metadata.annotations?.[sinceKey]) ?? 0,
				next: pairOf(decodeData(next?.data), names.hosts),
				nextPublishedSince: time(next?.metadata.annotations?.[publishedKey]),
				trusted: registered.flatMap(({ webhooks = [] }) =>
					webhooks.map(({ clientConfig }) =>
						authoritiesIn(Buffer.from(clientConfig.caBundle ?? '', 'base64').toString()),
					),
				),
			}
		},

		async act(step: Exclude<Step, { do: 'wait' }>): Promise<void> {
			switch (step.do) {
				case 'issue':
					await change(
						secret(step.into === 'serving' ? names.serving : names.next),
						fill(issue(names.hosts, names.lifeMs), { [sinceKey]: now(), [publishedKey]: '' }),
					)
					return
				case 'trust': {
					// What was published before this may not be any more: its waiting begins anew.
					if (read.get(secret(names.next))?.metadata.annotations?.[publishedKey])
						await change(secret(names.next), (stored) =>
							fill(decodeData(stored.data), { [publishedKey]: '' })(stored),
						)
					const caBundle = Buffer.from(step.authorities.join('')).toString('base64')
					for (const path of configurations)
						await change(path, (stored) => ({
							...stored,
							webhooks: (stored.webhooks ?? []).map((one) => ({
								...one,
								clientConfig: { ...one.clientConfig, caBundle },
							})),
						}))
					return
				}
				case 'notePublished':
					await change(secret(names.next), (stored) =>
						fill(decodeData(stored.data), { [publishedKey]: now() })(stored),
					)
					return
				case 'switch': {
					const data = decodeData(read.get(secret(names.next))?.data)
					await change(secret(names.serving), fill(data, { [sinceKey]: now() }))
					return
				}
				case 'forgetNext':
					await change(secret(names.next), fill({}, { [publishedKey]: '' }))
			}
		},
	}
}
