// What --from names: a place in a store, an EtcdBackup, or a file of this machine, which no cluster can read. Pure.
import { Failure } from '../failure.ts'
import { isFolder, isUrl, placeAt, type Place } from '../stores/url.ts'

export type From =
	| { readonly is: 'place'; readonly place: Place }
	/** Without an object, its newest. */
	| { readonly is: 'backup'; readonly name: string; readonly object: string | undefined }

/** What nobody calls an EtcdBackup. What only ends like a file may be a snapshot of one. */
const isPath = (text: string): boolean => text === '-' || /^(\.{0,2}|~|[A-Za-z]:)[\\/]/.test(text)

/** Where no EtcdBackup is called so. */
export const endsLikeFile = (text: string): boolean => /\.(db|snap|snapshot|gz)$/i.test(text)

export const ofThisMachine = (path: string): Failure =>
	new Failure({
		what: `--from: ${path} is a file of this machine, and a cluster is restored from a store or a claim, which its first member reads itself`,
		next: `bring it there with its FILE.manifest.json, and name that:   --from s3://BUCKET/KEY --secret NAME, or --from pvc://CLAIM/PATH\n        docs/plugin/restore.md has the lines that lay a file onto a claim`,
	})

export function fromOf(text: string): From {
	if (text === '')
		throw new Failure('--from: is empty; write the name of an EtcdBackup, or a URL such as s3://BUCKET/KEY')
	if (isUrl(text)) {
		const place = placeAt(text, '--from')
		if (isFolder(place))
			throw new Failure(`--from: "${text}" names a folder; write the name of a snapshot in it as well`)
		return { is: 'place', place }
	}
	if (isPath(text)) throw ofThisMachine(text)
	const [, name = '', object] = /^([^/]*)(?:\/(.*))?$/s.exec(text) ?? []
	if (object === '')
		throw new Failure(`--from: "${text}" names no snapshot; write ${name} for its newest, or ${name}/NAME`)
	return { is: 'backup', name, object }
}
