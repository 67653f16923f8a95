// When a cron line was last due, in UTC.
import test from 'ava'
import { isCronLine, lastFire } from '../../api/cron.ts'

/** A Wednesday. */
const noon = '2026-11-18T12:00:00Z'

for (const [line, at, is] of [
	['* * * * *', '2026-11-18T12:00:59Z', noon],
	['0 12 * * *', noon, noon],
	['0 12 * * *', '2026-11-18T11:59:59Z', '2026-11-17T12:00:00Z'],
	['30 3 * * 0', noon, '2026-11-15T03:30:00Z'],
	['30 3 * * sun', noon, '2026-11-15T03:30:00Z'],
	['*/20 * * * *', '2026-11-18T12:19:00Z', noon],
	['*/20 * * * *', '2026-11-18T12:59:00Z', '2026-11-18T12:40:00Z'],
	['5/25 * * * *', '2026-11-18T12:54:00Z', '2026-11-18T12:30:00Z'],
	['5/25 * * * *', '2026-11-18T12:56:00Z', '2026-11-18T12:55:00Z'],
	['10-30/10,45 1,4-6 * * *', noon, '2026-11-18T06:45:00Z'],
	['10-30/10,45 1,4-6 * * *', '2026-11-18T01:25:00Z', '2026-11-18T01:20:00Z'],
	['0 0 1 * *', noon, '2026-11-01T00:00:00Z'],
	['0 0 31 * *', noon, '2026-10-31T00:00:00Z'],
	['0 0 1 jan-Mar *', noon, '2026-03-01T00:00:00Z'],
	['0 0 * feb/3 *', noon, '2026-11-18T00:00:00Z'],
	// Where both say a day either is enough; where one says none, and be it as a part, the other decides.
	['0 0 16 * mon', noon, '2026-11-16T00:00:00Z'],
	['0 0 17 * mon', noon, '2026-11-17T00:00:00Z'],
	['0 0 13 * fri', noon, '2026-11-13T00:00:00Z'],
	['0 0 1 * fri', noon, '2026-11-13T00:00:00Z'],
	['0 0 ? * fri', noon, '2026-11-13T00:00:00Z'],
	['0 0 2 * ?', noon, '2026-11-02T00:00:00Z'],
	['0 0 2 * *,mon', noon, '2026-11-02T00:00:00Z'],
	['0 0 */1 * fri', noon, '2026-11-13T00:00:00Z'],
	['0 0 */2 * tue', noon, '2026-11-17T00:00:00Z'],
	['0 0 29 2 *', noon, '2024-02-29T00:00:00Z'],
	['0 0 29 2 *', '2104-02-28T00:00:00Z', '2096-02-29T00:00:00Z'],
	['0 0 1 1 *', '2027-01-01T00:00:00Z', '2027-01-01T00:00:00Z'],
	['@yearly', noon, '2026-01-01T00:00:00Z'],
	['@annually', noon, '2026-01-01T00:00:00Z'],
	['@monthly', noon, '2026-11-01T00:00:00Z'],
	['@weekly', noon, '2026-11-15T00:00:00Z'],
	['@daily', noon, '2026-11-18T00:00:00Z'],
	['@midnight', noon, '2026-11-18T00:00:00Z'],
	['@hourly', '2026-11-18T12:34:56Z', noon],
	['  0   12 * *  * ', noon, noon],
	['0 0 30 2 *', noon, undefined],
	['60 * * * *', noon, undefined],
	['nightly', noon, undefined],
] as const)
	test(`"${line}" was last due before ${at}: ${is ?? 'never'}`, (t) => {
		const found = lastFire(line, Date.parse(at))
		t.is(found === undefined ? undefined : new Date(found).toISOString().replace('.000Z', 'Z'), is)
	})

test('what is due by the minute is due in each', (t) => {
	for (let at = Date.parse(noon); at < Date.parse(noon) + 7_200_000; at += 1000)
		t.is(lastFire('* * * * *', at), at - (at % 60_000))
	t.true(isCronLine('* * * * *'))
})
