// The objects of a file, or of what is piped in.
import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { parseAllDocuments } from 'yaml'
import { apiVersion } from '../../api/names.ts'
import { kinds as known, type Kind } from '../../api/types.ts'
import { definitions } from '../../api/crd.ts'
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'
import type { Kind as Place, KubeObject } from '../../kube/objects.ts'

export interface Given {
	readonly kind: Kind
	readonly place: Place
	readonly object: KubeObject
}

async function contents(file: string): Promise<string> {
	if (file === '-') return await text(process.stdin)
	try {
		return await readFile(file, 'utf8')
	} catch (reason) {
		throw new Failure(`-f: ${file} cannot be read: ${(reason as Error).message}`, reason)
	}
}

/** An object of ours in the namespace of the call, unless it says another itself. */
function given(value: unknown, file: string, namespace: string, isNamed: boolean): Given {
	const { kind, metadata, ...rest } = value as Partial<KubeObject>
	const found = known.find((one) => one === kind)
	if (found === undefined || rest.apiVersion !== apiVersion) {
		const near = nearest(kind ?? '', known)
		throw new Failure({
			what: `${file}: ${rest.apiVersion ?? 'no apiVersion'} ${kind ?? 'without a kind'} is not made here; write ${apiVersion} ${near ?? known.join(', ')}`,
			next: `kubectl create -f ${file} takes everything`,
		})
	}
	if (!metadata?.name)
		throw new Failure(`${file}: metadata.name is missing; write how the ${found} is called`)
	if (isNamed && metadata.namespace !== undefined && metadata.namespace !== namespace)
		throw new Failure(
			`${file}: ${metadata.name} is for namespace "${metadata.namespace}" and --namespace is "${namespace}"; write one of them`,
		)
	return {
		kind: found,
		place: { apiVersion, kind: found, plural: definitions[found].plural },
		object: {
			...rest,
			apiVersion,
			kind: found,
			metadata: { ...metadata, namespace: metadata.namespace ?? namespace },
		},
	}
}

export async function givenIn(file: string, namespace: string, isNamed: boolean): Promise<readonly Given[]> {
	const documents = parseAllDocuments(await contents(file))
	if (!Array.isArray(documents)) throw new Failure(`${file}: has no object`)
	const values = documents.map((document) => {
		const [error] = document.errors
		if (error) throw new Failure(`${file}: ${error.message.split('\n')[0]}`)
		return document.toJS() as unknown
	})
	const objects = values.filter((value) => typeof value === 'object' && value !== null)
	if (objects.length === 0) throw new Failure(`${file}: has no object`)
	return objects.map((value) => given(value, file, namespace, isNamed))
}
