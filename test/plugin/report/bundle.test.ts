// A report keeps what it gets, and says what it did not get.
import test from 'ava'
import { Bundle } from '../../../plugin/report/bundle.ts'
import { reportName } from '../../../plugin/report/scope.ts'

test('what fails is named, what is empty is not there, and nothing is lost', async (t) => {
	const bundle = new Bundle()
	await bundle.text('b.log', async () => await Promise.resolve('password=hunter2\n'))
	await bundle.text('c.log', async () => await Promise.reject(new Error('no: password=hunter2')))
	await bundle.text('d.log', async () => await Promise.resolve(undefined))
	t.deepEqual(
		await bundle.object('a.yaml', async () => await Promise.resolve({ a: 'https://me:hunter2@x' })),
		{
			a: 'https://me:hunter2@x',
		},
	)
	await bundle.object('empty.yaml', async () => await Promise.resolve([]))
	await bundle.object('a.yaml', async () => await Promise.resolve({ a: 2 }))
	t.deepEqual(bundle.files(), [
		{ path: 'a.yaml', text: 'a: https://<redacted>@x\n' },
		{ path: 'b.log', text: 'password=<redacted>\n' },
		{ path: 'missing.txt', text: 'c.log: no: password=<redacted>\n' },
		{
			path: 'redacted.txt',
			text: 'a.yaml: a name and a password in an address\nb.log: a password\nmissing.txt: a password\n',
		},
	])
})

test('a report without trouble says so, in a file whose name every system takes', (t) => {
	t.deepEqual(
		new Bundle().files().map(({ text }) => text),
		['nothing\n', 'nothing\n'],
	)
	t.is(reportName('orders', Date.parse('2026-11-19T08:54:32.5Z')), 'etcd-report-orders-20261119T085432Z')
})
