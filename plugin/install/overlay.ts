// What config/ installs, put together as kustomize does for the little of it that config/ uses: resources, and patches that add.
import { posix } from 'node:path'
import { parse, parseAllDocuments, type Document } from 'yaml'
import type { KubeObject } from '../../kube/objects.ts'

interface Patch {
	readonly target: { readonly group?: string; readonly kind?: string; readonly name?: string }
	readonly patch: string
}

interface Kustomization {
	readonly resources?: readonly string[]
	readonly patches?: readonly Patch[]
}

interface Operation {
	readonly op: string
	readonly path: string
	readonly value: unknown
}

const understood = ['apiVersion', 'kind', 'resources', 'patches']

/** Paths to texts, as plugin/built-in/manifests.ts has them. */
export type Files = Readonly<Record<string, string>>

function patched(document: Document, { target, patch }: Patch): void {
	const { apiVersion = '', kind, metadata } = document.toJS() as KubeObject
	const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : ''
	const isMeant =
		(target.group === undefined || target.group === group) &&
		(target.kind === undefined || target.kind === kind) &&
		(target.name === undefined || target.name === metadata.name)
	if (!isMeant) return
	for (const { op, path, value } of parse(patch) as readonly Operation[]) {
		if (op !== 'add') throw new Error(`a patch of config/ does "${op}", which is not understood here`)
		document.setIn(path.slice(1).split('/'), document.createNode(value))
	}
}

/** Namespaces and kinds before what needs them, and registrations last: from then on our kinds are refused until the webhook answers. */
function rank(document: Document): number {
	const kind = String(document.get('kind'))
	if (kind === 'Namespace') return 0
	if (kind === 'CustomResourceDefinition') return 1
	return kind.endsWith('WebhookConfiguration') ? 3 : 2
}

function collected(files: Files, folder: string): Document[] {
	const text = files[`${folder}/kustomization.yaml`]
	if (text === undefined) throw new Error(`config/${folder} has no kustomization.yaml`)
	const kustomization = parse(text) as Kustomization
	const strange = Object.keys(kustomization).find((key) => !understood.includes(key))
	if (strange !== undefined) throw new Error(`config/${folder} uses ${strange}, which is not understood here`)
	const documents = (kustomization.resources ?? []).flatMap((resource) => {
		const path = posix.join(folder, resource)
		const file = files[path]
		if (file === undefined) return collected(files, path)
		const all = parseAllDocuments(file)
		return Array.isArray(all) ? all.filter((document) => document.contents !== null) : []
	})
	for (const patch of kustomization.patches ?? []) for (const document of documents) patched(document, patch)
	return documents
}

export const overlay = (files: Files, folder: string): readonly Document[] =>
	collected(files, folder)
		.map((document, index) => ({ document, index }))
		.toSorted((one, other) => rank(one.document) - rank(other.document) || one.index - other.index)
		.map(({ document }) => document)
