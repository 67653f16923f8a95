// A container of Azure Blob as a place and a secret of coreos' shape name it.
import { azureStore } from '../azure.ts'
import { kept } from '../kept.ts'
import type { Opened, Place, Secret, Surroundings } from '../open.ts'
import { authorityIn, bucketAndName, endpointIn } from '../place.ts'
import { StoreError } from '../store.ts'
import { ambientToken } from './ambient.ts'
import type { AzureOptions } from './container.ts'
import { sharedKey } from './sign.ts'

interface Cloud {
	readonly suffix: string
	readonly authority: string
}

const ordinary: Cloud = { suffix: 'core.windows.net', authority: 'https://login.microsoftonline.com' }

/** By the names that coreos' operator knew. */
const clouds: Readonly<Record<string, Cloud>> = {
	AzurePublicCloud: ordinary,
	AzureChinaCloud: { suffix: 'core.chinacloudapi.cn', authority: 'https://login.chinacloudapi.cn' },
	AzureUSGovernmentCloud: {
		suffix: 'core.usgovcloudapi.net',
		authority: 'https://login.microsoftonline.us',
	},
	AzureGermanCloud: { suffix: 'core.cloudapi.de', authority: 'https://login.microsoftonline.de' },
}

const wrong = (message: string): StoreError => new StoreError('stranger', `the secret has ${message}`)

const wordIn = (secret: Secret, key: string): string => (secret[key] ?? '').trim()

function cloudIn(secret: Secret): Cloud {
	const name = wordIn(secret, 'cloud')
	if (name === '') return ordinary
	const cloud = Object.hasOwn(clouds, name) ? clouds[name] : undefined
	if (cloud !== undefined) return cloud
	throw wrong(`"${name}" in cloud: write one of ${Object.keys(clouds).join(', ')}, or leave it out`)
}

function authorizationIn(
	secret: Secret,
	{
		account,
		authority,
		surroundings,
	}: { readonly account: string; readonly authority: string; readonly surroundings: Surroundings },
): AzureOptions['authorization'] {
	const key = wordIn(secret, 'storage-key')
	if (key === '') {
		const token = kept(ambientToken(surroundings, authority))
		return async () => `Bearer ${await token()}`
	}
	if (!/^[A-Za-z0-9+/]+={0,2}$/.test(key) || key.length % 4 !== 0)
		throw wrong('no key in storage-key: write the one that the portal shows under Access keys, in base64')
	return async (unsigned) => await Promise.resolve(sharedKey(unsigned, { name: account, key }))
}

function accountIn(secret: Secret, { AZURE_STORAGE_ACCOUNT: ambient }: Surroundings): string {
	const account = wordIn(secret, 'storage-account') || (ambient ?? '')
	if (account === '')
		throw wrong(
			'no key storage-account: write the name of the storage account, and with it one of its keys in storage-key',
		)
	if (/^[a-z0-9]{3,24}$/.test(account)) return account
	throw wrong(`"${account}" in storage-account: write the name alone, 3 to 24 letters and digits`)
}

export function openAzure(place: Place, secret: Secret, surroundings: Surroundings): Opened {
	const { bucket: container, name } = bucketAndName(place.path, 'container')
	const { suffix, authority } = cloudIn(secret)
	const account = accountIn(secret, surroundings)
	const store = azureStore({
		endpoint: endpointIn(place.endpoint) ?? `https://${account}.blob.${suffix}`,
		container,
		authorization: authorizationIn(secret, { account, authority, surroundings }),
		ca: authorityIn(secret),
	})
	return { store, name }
}
