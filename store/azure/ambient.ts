// A token of Azure that the surroundings give, where no secret does: of a workload identity, or of the machine's own.
import { readFile } from 'node:fs/promises'
import { fieldsFrom, tokenIn } from '../giver.ts'
import type { Ending } from '../kept.ts'
import type { Surroundings } from '../open.ts'
import { StoreError } from '../store.ts'

const resource = 'https://storage.azure.com/'

async function byWorkload(
	path: string,
	surroundings: Surroundings,
	authority: string,
): Promise<Ending<string>> {
	const { AZURE_CLIENT_ID: id, AZURE_TENANT_ID: tenant, AZURE_AUTHORITY_HOST: host } = surroundings
	if (!id || !tenant)
		throw new StoreError(
			'stranger',
			'AZURE_FEDERATED_TOKEN_FILE is set, and AZURE_CLIENT_ID or AZURE_TENANT_ID is not: annotate the service account with both',
		)
	const assertion = await readFile(path, 'utf8').catch((reason: unknown) => {
		throw new StoreError(
			'stranger',
			`AZURE_FEDERATED_TOKEN_FILE names ${path}, which cannot be read: label the pod with azure.workload.identity/use`,
			reason,
		)
	})
	const from = `Entra, asked as the client ${id},`
	const fields = await fieldsFrom({
		from,
		method: 'POST',
		url: `${(host || authority).replace(/\/$/, '')}/${tenant}/oauth2/v2.0/token`,
		form: {
			grant_type: 'client_credentials',
			client_id: id,
			client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
			client_assertion: assertion.trim(),
			scope: `${resource}.default`,
		},
	})
	return tokenIn(fields, from)
}

async function byMachine({
	AZURE_CLIENT_ID: id,
	AZURE_POD_IDENTITY_AUTHORITY_HOST: host,
}: Surroundings): Promise<Ending<string>> {
	const asked = new URLSearchParams({ 'api-version': '2018-02-01', resource, ...(id && { client_id: id }) })
	const from = 'the metadata server of Azure'
	try {
		const fields = await fieldsFrom({
			from,
			url: `${(host || 'http://169.254.169.254').replace(/\/$/, '')}/metadata/identity/oauth2/token?${String(asked)}`,
			headers: { metadata: 'true' },
			timeoutMs: 3000,
		})
		return tokenIn(fields, from)
	} catch (reason) {
		const why = reason instanceof Error ? reason.message : String(reason)
		throw new StoreError(
			'stranger',
			`nothing here gives credentials of Azure: write storage-key in the secret, or give this pod a workload identity; ${why}`,
			reason,
		)
	}
}

/** The authority is who gives tokens in that cloud. */
export const ambientToken =
	(surroundings: Surroundings, authority: string) => async (): Promise<Ending<string>> => {
		const { AZURE_FEDERATED_TOKEN_FILE: path } = surroundings
		return path ? await byWorkload(path, surroundings, authority) : await byMachine(surroundings)
	}
