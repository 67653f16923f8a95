// The objects that carry the certificate: two Secrets and two webhook configurations, each read by name and written only as it
// was read (a PUT with its resourceVersion), so that whoever came between is noticed and nothing of theirs is lost.
import type { KubeApi } from '../kube/in-cluster.ts'
import { authoritiesIn, decodeData, encodeData, issue, pairOf, type Data } from './pairs.ts'
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
	const change = async (path: string, edit: (stored: Stored) => Stored): Promise<void> => {
		await ask('PUT', path, edit(await ask('GET', path)))
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
			const [serving, next, ...registered] = await Promise.all(
				[secret(names.serving), secret(names.next), ...configurations].map(
					async (path) => await ask('GET', path),
				),
			)
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
					const { data } = await ask('GET', secret(names.next))
					await change(secret(names.serving), fill(decodeData(data), { [sinceKey]: now() }))
					return
				}
				case 'forgetNext':
					await change(secret(names.next), fill({}, { [publishedKey]: '' }))
			}
		},
	}
}
