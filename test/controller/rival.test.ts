import test from 'ava'
import { Rival } from '../../controller/rival.ts'
import type { KubeObject } from '../../kube/objects.ts'

const record = 'control-plane.alpha.kubernetes.io/leader'

/** As client-go of 2018 writes it. */
const leader = (holder: string, renewed: number | string): string =>
	`{"holderIdentity":"${holder}","leaseDurationSeconds":15,"acquireTime":"2018-01-01T00:00:00Z","renewTime":"${renewed}","leaderTransitions":0}`

const lock = (text?: string, namespace = 'shop', name = 'etcd-operator'): KubeObject => ({
	metadata: { name, namespace, ...(text !== undefined && { annotations: { [record]: text } }) },
})

function rivalAt(wallClock = 0) {
	const clock = { ms: 1000 }
	const rival = new Rival(
		() => clock.ms,
		() => wallClock,
	)
	return { clock, rival }
}

test('nobody is there until a lock was seen', (t) => {
	const { rival } = rivalAt()
	rival.saw(undefined)
	rival.saw(lock())
	rival.saw(lock(leader('pod-1', 1), 'shop', 'another-operator'))
	t.is(rival.because(), undefined)
})

test('a lock counts for two minutes since it last changed, and the sentence says who and where', (t) => {
	const { rival, clock } = rivalAt()
	rival.saw(lock(leader('pod-1', 1)))
	const because = rival.because()
	t.is(because?.reason, 'CoreosOperatorRuns')
	t.regex(because?.message ?? '', /pod-1 runs in namespace shop: scale its Deployment to 0/)
	clock.ms += 129_999
	t.truthy(rival.because())
	clock.ms += 1
	t.is(rival.because(), undefined)
})

test('only a renewal prolongs it: the same record seen again, as after listing anew, does not', (t) => {
	const { rival, clock } = rivalAt()
	rival.saw(lock(leader('pod-1', 1)))
	clock.ms += 120_000
	rival.saw(lock(leader('pod-1', 1)))
	clock.ms += 10_000
	t.is(rival.because(), undefined)
	rival.saw(lock(leader('pod-1', 2)))
	t.truthy(rival.because())
	clock.ms += 120_000
	rival.saw(lock(leader('pod-1', 3)))
	clock.ms += 129_999
	t.truthy(rival.because())
})

test('an old lock that nobody renews is taken for alive once, whatever its own times say', (t) => {
	const { rival, clock } = rivalAt()
	rival.saw(lock(leader('dead-since-2018', 1)))
	t.truthy(rival.because())
	clock.ms += 130_000
	t.is(rival.because(), undefined)
})

test('one in each namespace: the one that lives counts, and gone means gone in its namespace alone', (t) => {
	const { rival, clock } = rivalAt()
	rival.saw(lock(leader('old', 1), 'one'))
	clock.ms += 130_000
	rival.saw(lock(leader('young', 1), 'two'))
	t.regex(rival.because()?.message ?? '', /young runs in namespace two/)
	rival.gone('one')
	t.truthy(rival.because())
	rival.gone('two')
	t.is(rival.because(), undefined)
})

test('a record that nobody can read is still a rival', (t) => {
	for (const text of ['', '{', '{"holderIdentity":""}', 'null']) {
		const { rival } = rivalAt()
		rival.saw(lock(text))
		t.regex(rival.because()?.message ?? '', /etcd-operator unknown runs/, text)
	}
})

for (const [what, minutes, counts] of [
	['of just now', 0, true],
	['of half an hour ago, by clocks that may differ', 30, true],
	['of hours ago, which its operator has left behind', 180, false],
] as const)
	test(`seen for the first time, a word ${what} ${counts ? 'counts' : 'does not count'}`, (t) => {
		const { rival } = rivalAt(Date.parse('2026-01-01T12:00:00Z'))
		const renewed = new Date(Date.parse('2026-01-01T12:00:00Z') - minutes * 60_000).toISOString()
		rival.saw(lock(leader('pod-1', renewed)))
		t.is(rival.because() !== undefined, counts)
		rival.saw(lock(leader('pod-1', '2026-01-01T08:00:00Z')))
		t.truthy(rival.because(), 'a renewal counts, whatever its clock says')
	})
