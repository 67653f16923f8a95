// What krew reads of a release: the checked-in manifest with this release's version, addresses and sums.
import { parseDocument } from 'yaml'
import { archiveOf, executableOf, type Platform } from './platforms.ts'

export interface Released {
	readonly platform: Platform
	readonly sha256: string
}

/** `from` is the address of the folder in which the archives will lie. */
export function krewManifest(
	template: string,
	version: string,
	from: string,
	released: readonly Released[],
): string {
	const document = parseDocument(template)
	document.setIn(['spec', 'version'], `v${version}`)
	document.setIn(
		['spec', 'platforms'],
		released.map(({ platform, sha256 }) => ({
			selector: { matchLabels: { os: platform.os, arch: platform.arch } },
			uri: `${from.replace(/\/$/, '')}/${archiveOf(platform, version)}`,
			sha256,
			bin: executableOf(platform),
		})),
	)
	return document.toString({ lineWidth: 0 })
}

/** Where a version's archives lie when nobody says otherwise: at the homepage, under its tag. */
export function standardAddress(template: string, version: string): string {
	const homepage = parseDocument(template).getIn(['spec', 'homepage'])
	return `${String(homepage)}/releases/download/v${version}`
}
