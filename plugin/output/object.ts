// What every object of Kubernetes has, read from raw JSON. Pure.
import { isObject, type Json, type JsonObject } from './value.ts'

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')

const metadataOf = (object: Json | undefined): JsonObject => {
	const metadata = isObject(object) ? object['metadata'] : undefined
	return isObject(metadata) ? metadata : {}
}

export const namespaceOf = (object: Json | undefined): string => textOf(metadataOf(object)['namespace'])
export const uidOf = (object: Json | undefined): string => textOf(metadataOf(object)['uid'])
export const versionOf = (object: Json | undefined): string => textOf(metadataOf(object)['resourceVersion'])
export const continueOf = (list: Json | undefined): string => textOf(metadataOf(list)['continue'])

export function labelsOf(object: Json | undefined): Readonly<Record<string, string>> {
	const labels = metadataOf(object)['labels']
	return isObject(labels)
		? Object.fromEntries(Object.entries(labels).map(([key, value]) => [key, textOf(value)]))
		: {}
}

/** etcdcluster.etcd.database.coreos.com */
export function groupKind({ apiVersion, kind }: JsonObject): string {
	const [group = '', version] = textOf(apiVersion).split('/')
	return version === undefined ? textOf(kind).toLowerCase() : `${textOf(kind).toLowerCase()}.${group}`
}

export const nameOf = (object: JsonObject): string =>
	`${groupKind(object)}/${textOf(metadataOf(object)['name']) || '<unknown>'}\n`

export function withoutManagedFields(object: JsonObject): JsonObject {
	const { managedFields, ...metadata } = metadataOf(object)
	return managedFields === undefined ? object : { ...object, metadata }
}
