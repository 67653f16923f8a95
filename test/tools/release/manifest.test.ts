import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { parse } from 'yaml'
import { krewManifest, standardAddress } from '../../../tools/release/krew.ts'
import { nameOf, platformOf, platforms } from '../../../tools/release/platforms.ts'

const root = join(import.meta.dirname, '../../..')
const template = readFileSync(join(root, 'krew-manifest.yaml'), 'utf8')

interface Manifest {
	readonly metadata: { readonly name: string }
	readonly spec: {
		readonly version: string
		readonly homepage: string
		readonly shortDescription: string
		readonly description: string
		readonly caveats: string
		readonly platforms: readonly {
			readonly selector: { readonly matchLabels: { readonly os: string; readonly arch: string } }
			readonly uri: string
			readonly sha256: string
			readonly bin: string
		}[]
	}
}

const released = platforms.map((platform, index) => ({ platform, sha256: String(index).repeat(64) }))
const filled = (from: string): Manifest => parse(krewManifest(template, '1.2.3', from, released)) as Manifest

test('it is short where krew is short, and keeps its words', (t) => {
	const { spec, metadata } = parse(template) as Manifest
	t.is(metadata.name, 'etcd')
	t.true(spec.shortDescription.length <= 50, `${spec.shortDescription.length}`)
	t.false(/kubectl|plugin|\n/.test(spec.shortDescription))
	t.true(spec.description.split('\n').every((line) => line.length <= 80))
	t.regex(spec.caveats, /kubectl etcd completion --install/)
	t.is(filled('https://example.com').spec.description, spec.description)
})

test('each platform has its archive, its sum and its program', (t) => {
	const { spec } = filled('https://example.com/v1.2.3/')
	t.is(spec.version, 'v1.2.3')
	t.deepEqual(
		spec.platforms.map(
			({
				selector: {
					matchLabels: { os, arch },
				},
			}) => `${os}-${arch}`,
		),
		platforms.map(nameOf),
	)
	t.deepEqual(spec.platforms[5], {
		selector: { matchLabels: { os: 'windows', arch: 'arm64' } },
		uri: 'https://example.com/v1.2.3/kubectl-etcd-v1.2.3-windows-arm64.tar.gz',
		sha256: '5'.repeat(64),
		bin: 'kubectl-etcd.exe',
	})
})

test('a sum of digits alone stays text', (t) => {
	t.regex(krewManifest(template, '1.2.3', 'https://example.com', released), /sha256: "1{64}"/)
})

test('a release lies under its tag when nobody says where', (t) => {
	t.is(standardAddress(template, '1.2.3'), `${filled('').spec.homepage}/releases/download/v1.2.3`)
})

test('what is checked in is of this version', (t) => {
	const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
	t.is((parse(template) as Manifest).spec.version, `v${version}`)
})

test('a platform is found by the words of Node', (t) => {
	t.is(platformOf('win32', 'x64'), platforms[4])
	t.is(platformOf('darwin', 'arm64'), platforms[3])
	t.is(platformOf('freebsd', 'x64'), undefined)
})
