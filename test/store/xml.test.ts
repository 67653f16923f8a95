// What is found in answers of S3.
import test from 'ava'
import { elements, escaped, textIn } from '../../store/xml.ts'

const list = `<?xml version="1.0" encoding="UTF-8"?>
<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/">
  <IsTruncated>true</IsTruncated><NextContinuationToken>a&#x2F;b&amp;c</NextContinuationToken>
  <Contents><Key>orders&lt;1&gt;</Key><Size>5</Size></Contents>
  <Contents><Key>&#39;</Key><Size>6</Size></Contents>
</ListBucketResult>`

test('elements and texts', (t) => {
	t.is(textIn(list, 'NextContinuationToken'), 'a/b&c')
	t.deepEqual(
		elements(list, 'Contents').map((one) => [textIn(one, 'Key'), textIn(one, 'Size')]),
		[
			['orders<1>', '5'],
			["'", '6'],
		],
	)
	t.is(textIn(list, 'Missing'), undefined)
	t.deepEqual(elements(list, 'Content'), [])
})

test('what is written is read', (t) => {
	const text = `a<b>&"c"'d`
	t.is(textIn(`<Key>${escaped(text)}</Key>`, 'Key'), text)
})
