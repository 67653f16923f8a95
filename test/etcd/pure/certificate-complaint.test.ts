import test from 'ava'
import { complaint, type Shown } from '../../../etcd/certificate-complaint.ts'
import type { EtcdCode } from '../../../etcd/errors.ts'

const shown: Shown = {
	names: ['DNS:a.example', 'IP Address:10.0.0.1'],
	issuer: 'CN=some',
	from: new Date(0),
	until: new Date(1000),
}

const says = test.macro({
	exec: (t, code: EtcdCode, given: Shown | undefined, sentence: string | undefined) =>
		t.is(complaint(code, 'm', given), sentence),
	title: (_given, code: EtcdCode, given: Shown | undefined) => `${code} ${given ? 'seen' : 'unseen'}`,
})

const whose = 'the certificate that m shows'
test(says, 'wrongName', shown, `${whose} is not for it, but for a.example, 10.0.0.1`)
test(says, 'wrongName', undefined, `${whose} is not for it`)
test(
	says,
	'untrusted',
	shown,
	`${whose} was issued by "CN=some" and signed by none of the authorities that we were told to trust`,
)
test(
	says,
	'untrusted',
	undefined,
	`${whose} was signed by none of the authorities that we were told to trust`,
)
test(says, 'expired', shown, `${whose} ended at 1970-01-01T00:00:01.000Z`)
test(says, 'expired', undefined, `${whose} has ended`)
test(says, 'notYetValid', shown, `${whose} begins at 1970-01-01T00:00:00.000Z: is a clock wrong?`)
test(says, 'notYetValid', undefined, `${whose} has not begun: is a clock wrong?`)
test(says, 'noTls', undefined, 'm speaks no TLS on this port')
test(says, 'unreachable', shown, undefined)

test('many names are cut, and none is said', (t) => {
	const names = Array.from({ length: 11 }, (_, index) => `DNS:n${index}`)
	t.regex(complaint('wrongName', 'm', { ...shown, names }) ?? '', /n6, n7 and 3 more$/)
	t.regex(complaint('wrongName', 'm', { ...shown, names: [] }) ?? '', /for no name at all$/)
})
