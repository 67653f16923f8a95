// Somebody who makes clusters all the time, fifty a second, and notes each that is not answered as it should be.
import { apiVersion } from '../../api/names.ts'
import { apiOf, pathOf } from '../admission/api.ts'

export interface Steady {
	/** What went wrong, each with the time since the beginning. */
	readonly failures: readonly string[]
	asked(): number
	/** Ends it, once every question is answered. */
	stop(): Promise<void>
}

const perSecond = 50

export async function steadily(kubeconfig: string, namespace: string): Promise<Steady> {
	const api = await apiOf(kubeconfig)
	const failures: string[] = []
	const began = performance.now()
	const pending = new Set<Promise<void>>()
	let count = 0

	async function one(number: number): Promise<void> {
		// Every fifth wants a version that is to be refused by the webhook and by nobody else.
		const version = number % 5 === 0 ? '3.5.0' : '3.6.16'
		const object = {
			apiVersion,
			kind: 'EtcdCluster',
			metadata: { name: `steady-${number}` },
			spec: { size: 3, version },
		}
		const said = await api
			.ask('POST', `${pathOf('EtcdCluster', namespace)}?dryRun=All`, object)
			.catch((reason: unknown) => ({ status: 0, message: String(reason) }))
		const good =
			number % 5 === 0
				? said.status === 422 && said.message.includes('can lose committed writes')
				: said.status === 201
		if (!good)
			failures.push(
				`after ${((performance.now() - began) / 1000).toFixed(1)} s: ${said.status} ${said.message}`,
			)
	}

	const timer = setInterval(() => {
		// As many as are due by now, since timers come late on a busy machine.
		for (; count < ((performance.now() - began) / 1000) * perSecond; count++) {
			const asked: Promise<void> = one(count).finally(() => pending.delete(asked))
			pending.add(asked)
		}
	}, 1000 / perSecond)
	return {
		failures,
		asked: () => count,
		async stop() {
			clearInterval(timer)
			await Promise.all(pending)
			api.close()
		},
	}
}
