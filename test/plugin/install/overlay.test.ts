// What is printed is what config/ says.
import test from 'ava'
import { parseAllDocuments, type Document } from 'yaml'
import { manifests } from '../../../plugin/built-in/manifests.ts'
import { checkedLines, exitOf } from '../../../plugin/install/checked-lines.ts'
import type { Checked } from '../../../plugin/install/checks.ts'
import { manifestOf, textOf } from '../../../plugin/install/manifest.ts'
import { tagOf } from '../../../plugin/install/operator.ts'
import { overlay } from '../../../plugin/install/overlay.ts'
import { removalLines } from '../../../plugin/install/removal.ts'
import { paintOf } from '../../../plugin/screen/paint.ts'

interface Object {
	readonly kind: string
	readonly metadata: { readonly name: string; readonly annotations?: Readonly<Record<string, string>> }
}

const objectsOf = (text: string): readonly Object[] =>
	(parseAllDocuments(text) as readonly Document[]).map((document) => document.toJS() as Object)

for (const folder of ['default', 'self-signed'])
	test(`${folder}: namespace and kinds come first, registrations last, and nothing twice`, (t) => {
		const objects = objectsOf(textOf(manifestOf(manifests, { folder, image: undefined })))
		const kinds = objects.map(({ kind }) => kind)
		t.deepEqual(kinds.slice(0, 4), [
			'Namespace',
			...Array.from({ length: 3 }, () => 'CustomResourceDefinition'),
		])
		t.deepEqual(kinds.slice(-2).toSorted(), [
			'MutatingWebhookConfiguration',
			'ValidatingWebhookConfiguration',
		])
		const names = objects.map(({ kind, metadata }) => `${kind}/${metadata.name}`)
		t.is(new Set(names).size, names.length)
		const injected = objects.filter(
			({ metadata }) => metadata.annotations?.['cert-manager.io/inject-ca-from'],
		)
		t.is(injected.length, folder === 'default' ? 2 : 0)
	})

test('an image of one’s own takes the place of ours, and of no other', (t) => {
	const text = textOf(
		manifestOf(manifests, { folder: 'self-signed', image: 'mirror.example/etcd-operator:1' }),
	)
	t.false(text.includes('kubectl-etcd/operator:'))
	t.is(text.match(/image: mirror\.example\/etcd-operator:1/g)?.length, 3)
})

test('what config/ does and we do not understand is no manifest', (t) => {
	const files = { 'default/kustomization.yaml': 'resources: []\nimages: []\n' }
	t.throws(() => overlay(files, 'default'), { message: /uses images/ })
	t.throws(() => overlay({}, 'default'), { message: /no kustomization/ })
})

const images: readonly (readonly [image: string, tag: string | undefined])[] = [
	['kubectl-etcd/operator:0.1.0', '0.1.0'],
	['localhost:5000/operator', undefined],
	['localhost:5000/operator:1.2.3', '1.2.3'],
	['operator:0.2.0@sha256:abc', '0.2.0'],
	['operator@sha256:abc', undefined],
]
for (const [image, tag] of images) test(`the tag of ${image}`, (t) => t.is(tagOf(image), tag))

test('a check that was not seen is not well', (t) => {
	const well: Checked = { name: 'kinds', is: 'well', what: 'served' }
	const unseen: Checked = { name: 'webhook', is: 'unseen', what: 'forbidden' }
	const wrong: Checked = { name: 'controller', is: 'wrong', what: '0 of 1', next: 'look' }
	t.is(exitOf([well]), 0)
	t.is(exitOf([well, unseen]), 6)
	t.is(exitOf([well, unseen, wrong]), 1)
	t.deepEqual(checkedLines([well, wrong], paintOf(false), true), [
		'+ kinds        served',
		'x controller   0 of 1',
		'               next look',
	])
})

test('kinds are only to be deleted where no cluster is left', (t) => {
	const cluster = { metadata: { name: 'orders', namespace: 'team-a' } }
	t.true(removalLines([]).some((line) => line.includes('delete crd')))
	for (const clusters of [[cluster], undefined])
		t.false(removalLines(clusters).some((line) => line.includes('delete crd')))
	t.true(removalLines([cluster]).join('\n').includes('1: team-a/orders'))
})
