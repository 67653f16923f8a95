// Whose field it is.
import test from 'ava'
import { keeperOf } from '../../../plugin/change/owners.ts'
import { merged } from '../../../plugin/change/merge.ts'

const object = (...managedFields: readonly object[]) => ({
	metadata: { name: 'orders', managedFields },
})
const size = { 'f:spec': { 'f:size': {} } }
const entry = (manager: string, operation: string, fieldsV1: object = size, subresource?: string) => ({
	manager,
	operation,
	fieldsV1,
	...(subresource && { subresource }),
})

const rows: readonly (readonly [title: string, entries: readonly object[], keeper: string | undefined])[] = [
	['nobody', [], undefined],
	['we ourselves', [entry('kubectl-etcd', 'Update')], undefined],
	['somebody who applies from a file on the server', [entry('kubectl', 'Apply')], 'kubectl'],
	['a controller that applies', [entry('kustomize-controller', 'Apply')], 'kustomize-controller'],
	['a controller that updates', [entry('argocd-controller', 'Update')], 'argocd-controller'],
	['who created it by hand', [entry('kubectl-create', 'Update')], undefined],
	['who edited it by hand', [entry('kubectl-edit', 'Update')], undefined],
	['who applied it from a client', [entry('kubectl-client-side-apply', 'Update')], undefined],
	['kubectl scale', [entry('kubectl', 'Update', size, 'scale')], undefined],
	['an autoscaler', [entry('kube-controller-manager', 'Update', size, 'scale')], 'kube-controller-manager'],
	['the status', [entry('operator', 'Update', { 'f:spec': { 'f:size': {} } }, 'status')], undefined],
	['another field', [entry('argocd-controller', 'Update', { 'f:spec': { 'f:version': {} } })], undefined],
	['all of the spec', [entry('argocd-controller', 'Apply', { 'f:spec': {} })], 'argocd-controller'],
	['the map alone', [entry('argocd-controller', 'Apply', { 'f:spec': { '.': {} } })], undefined],
	['nothing any more', [entry('argocd-controller', 'Apply', {})], undefined],
	['one after the other', [entry('kubectl-edit', 'Update'), entry('helm', 'Update')], 'helm'],
]

for (const [title, entries, keeper] of rows)
	test(`spec.size is kept by ${title}`, (t) => {
		t.is(keeperOf(object(...entries), ['spec', 'size'], 'kubectl-etcd'), keeper)
	})

test('an annotation has dots in its key', (t) => {
	const key = 'kubectl.kubernetes.io/restartedAt'
	const fields = { 'f:spec': { 'f:pod': { 'f:annotations': { '.': {}, [`f:${key}`]: {} } } } }
	const stored = object(entry('argocd-controller', 'Apply', fields))
	t.is(keeperOf(stored, ['spec', 'pod', 'annotations', key], 'us'), 'argocd-controller')
	t.is(keeperOf(stored, ['spec', 'pod', 'annotations', 'other'], 'us'), undefined)
})

test('a merge patch takes away by null, keeps what it does not name, and replaces lists', (t) => {
	t.deepEqual(merged({ a: 1, b: { c: 1, d: 2 }, e: [1, 2] }, { a: null, b: { c: 3 }, e: [3] }), {
		b: { c: 3, d: 2 },
		e: [3],
	})
	t.deepEqual(merged(undefined, { a: { b: null, c: 1 } }), { a: { c: 1 } })
})
