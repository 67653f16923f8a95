// Problems and losses of quorum that were really planted, and what doctor and recover say of each. npm run show -- planted has all of them.
import anyTest, { type TestFn } from 'ava'
import { problems } from '../planted/all.ts'
import { losses } from '../planted/losses.ts'
import { ownNamespace } from '../support.ts'

const test = anyTest.serial as TestFn
const isAll = process.env['PLANTED'] === 'all'

for (const { what, often, plant } of problems)
	if (isAll || often === true)
		test(`doctor: ${what}`, async (t) => {
			t.timeout(300_000)
			await plant(t, await ownNamespace(t))
		})

for (const { what, often, plant } of losses)
	if (isAll || often === true)
		test(`recover: ${what}`, async (t) => {
			t.timeout(300_000)
			await plant(t, what, await ownNamespace(t))
		})
