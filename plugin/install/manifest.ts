// The manifest that is printed, with the image that somebody may have mirrored.
import { isMap, isSeq } from 'yaml'
import { overlay, type Files } from './overlay.ts'

export interface Wish {
	/** A folder of config/. */
	readonly folder: string
	readonly image: string | undefined
}

const shippedImage = /^kubectl-etcd\/operator:/

export function manifestOf(files: Files, { folder, image }: Wish) {
	const documents = overlay(files, folder)
	if (image !== undefined)
		for (const document of documents) {
			const containers = document.getIn(['spec', 'template', 'spec', 'containers'])
			if (!isSeq(containers)) continue
			for (const container of containers.items)
				if (isMap(container) && shippedImage.test(String(container.get('image'))))
					container.set('image', image)
		}
	return documents
}

/** Each with the comments that config/ has. */
export const textOf = (documents: ReturnType<typeof manifestOf>): string =>
	documents.map((document) => document.toString({ lineWidth: 0 }).replace(/^---\n/, '')).join('---\n')
