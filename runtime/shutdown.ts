// Waits for the signal with which Kubernetes ends a process.

export const shutdownAsked = async (): Promise<NodeJS.Signals> =>
	await new Promise((resolve) => {
		for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
	})
