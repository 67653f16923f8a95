// An Azurite of this test's own, on loopback, with an empty container.
import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { containerAt, type AzureOptions } from '../../../store/azure/container.ts'
import { sharedKey } from '../../../store/azure/sign.ts'
import { freePort, started } from './started.ts'

const program = createRequire(import.meta.url).resolve('azurite/dist/src/blob/main.js')

export interface Azurite extends AsyncDisposable {
	readonly port: number
	readonly account: { readonly name: string; readonly key: string }
	readonly options: (port?: number) => AzureOptions
}

export const azurePartBytes = 1024 * 1024

export async function startAzurite(): Promise<Azurite> {
	const port = await freePort()
	const account = { name: 'tester', key: randomBytes(64).toString('base64') }
	const { [Symbol.asyncDispose]: end } = await started({
		name: 'azurite',
		argv: () => [
			process.execPath,
			program,
			'--blobHost=127.0.0.1',
			`--blobPort=${port}`,
			'--inMemoryPersistence',
			'--disableTelemetry',
			'--silent',
		],
		env: { AZURITE_ACCOUNTS: `${account.name}:${account.key}` },
		isReady: async () => (await fetch(`http://127.0.0.1:${port}/`)).status > 0,
	})
	const options = (to = port): AzureOptions => ({
		endpoint: `http://127.0.0.1:${to}/${account.name}`,
		container: 'snapshots',
		authorization: async (unsigned) => await Promise.resolve(sharedKey(unsigned, account)),
		partBytes: azurePartBytes,
	})
	const container = containerAt(options())
	await container.text({ method: 'PUT', query: { restype: 'container' } })
	container.close()
	return { port, account, options, [Symbol.asyncDispose]: end }
}
