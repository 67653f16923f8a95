// A token of Google that the surroundings give, where no secret does: a file that is named, or the machine's own service account.
import { readFile } from 'node:fs/promises'
import { fieldsFrom, tokenIn } from '../giver.ts'
import type { Ending } from '../kept.ts'
import type { Surroundings } from '../open.ts'
import { StoreError } from '../store.ts'
import { tokenBy } from './credentials.ts'

async function byMachine(host: string): Promise<Ending<string>> {
	try {
		const from = 'the metadata server of Google'
		const fields = await fieldsFrom({
			from,
			url: `http://${host}/computeMetadata/v1/instance/service-accounts/default/token`,
			headers: { 'metadata-flavor': 'Google' },
			timeoutMs: 3000,
		})
		return tokenIn(fields, from)
	} catch (reason) {
		const why = reason instanceof Error ? reason.message : String(reason)
		throw new StoreError(
			'stranger',
			`nothing here gives credentials of Google: name a secret with a key credentials.json, or give this pod's service account a role; ${why}`,
			reason,
		)
	}
}

export const ambientToken =
	({ GOOGLE_APPLICATION_CREDENTIALS: path, GCE_METADATA_HOST: host }: Surroundings) =>
	async (): Promise<Ending<string>> => {
		if (!path) return await byMachine(host || 'metadata.google.internal')
		const text = await readFile(path, 'utf8').catch((reason: unknown) => {
			throw new StoreError(
				'stranger',
				`GOOGLE_APPLICATION_CREDENTIALS names ${path}, which cannot be read: name the file of the credentials`,
				reason,
			)
		})
		return await tokenBy(text, path)()
	}
