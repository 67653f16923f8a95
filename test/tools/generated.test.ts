import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import test from 'ava'
import { generated } from '../../tools/generated.ts'

for (const [path, text] of await generated())
	test(`${path} is what the code makes: npm run generate otherwise`, (t) => {
		t.is(readFileSync(join(import.meta.dirname, '../..', path), 'utf8'), text)
	})
