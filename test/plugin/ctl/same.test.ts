// Byte for byte what etcdctl writes, for every minor. Two members live the same life, one by etcdctl and one by ctl, and where nothing
// is changed both are asked by both.
import type { ExecutionContext } from 'ava'
import { everyMinor } from '../../etcd/real/binaries.ts'
import { born } from '../../etcd/real/cluster.ts'
import type { Minor } from '../../../api/releases.ts'
import type { MemberProcess } from '../../etcd/real/process.ts'
import { endpointOf, etcdctl, ours, type EtcdctlMinor, type Outcome } from './both.ts'

const words = (line: string): string[] =>
	(line.match(/"[^"]*"|\S+/g) ?? []).map((word) => word.replace(/^"|"$/g, ''))

/** What differs between two members: who they are, and what is chance. */
async function normal(member: MemberProcess, { out }: Outcome): Promise<string> {
	const { memberId, clusterId } = await member.client.status()
	return [memberId, clusterId]
		.flatMap((id) => [id, BigInt(`0x${id}`).toString()])
		.reduce((text, id) => text.replaceAll(id, 'ID'), out.toString('latin1'))
		.replaceAll(endpointOf(member), 'MEMBER')
}

const changes = [
	'put a 1',
	'put a 2',
	'put a 3 --prev-kv',
	'put a 4 --prev-kv -w json',
	'put a 5 --prev-kv -w fields',
	'put a 5 --prev-kv -w fields --hex',
	'put a 6 --prev-kv --hex',
	'put empty ""',
	'put empty "" --prev-kv',
	'put empty "" --prev-kv -w json',
	'put b 1 -w json',
	'put b -w fields --ignore-value',
	'put nothing --ignore-value',
	'put b -- -v',
	'put -- --dashes --both',
	'put "two words" "three more words"',
	'put <&> "<&>\u2028"',
	'put ключ значение',
	'put 键 值',
	'put 🗝 🚪',
	'put p/1 one',
	'put p/2 two',
	'put p/3 three',
	'put p/2 zwei',
	'put p/1 eins',
	'put q/1 other',
	'put gone 1',
	'del gone',
	'del gone',
	'put gone 1',
	'del gone --prev-kv',
	'put gone 1',
	'del gone --prev-kv -w json',
	'del gone -w fields',
	'put g/1 1',
	'put g/2 2',
	'put g/3 3',
	'del g/1 g/3 --range --prev-kv -w fields',
	'del g/ --prefix --prev-kv',
	'put z/1 1',
	'put z/2 2',
	'del z/ --from-key -w json --prev-kv',
]

const reads = [
	'get a',
	'get nothing',
	'get nothing -w json',
	'get nothing -w fields',
	'get a -w json',
	'get a -w fields',
	'get a --hex',
	'get a --hex -w fields',
	'get a --print-value-only',
	'get a --rev 3 -w json',
	'get empty',
	'get empty -w json',
	'get "two words"',
	'get "" --prefix',
	'get "" --from-key',
	'get "" --prefix -w json',
	'get "" --prefix -w fields',
	'get "" --prefix --hex',
	'get "" --prefix --keys-only',
	'get "" --prefix --keys-only -w json',
	'get "" --prefix --count-only -w fields',
	'get "" --prefix --print-value-only',
	'get "" --prefix --limit 3',
	'get "" --prefix --limit 3 -w json',
	'get "" --prefix --limit 3 -w fields',
	'get "" --prefix --limit 1000 -w json',
	'get p/ --prefix',
	'get p/ --prefix --order DESCEND',
	'get p/ --prefix --order descend --sort-by modify',
	'get p/ --prefix --order ASCEND --sort-by VALUE',
	'get p/ --prefix --sort-by CREATE --limit 2 -w json',
	'get p/ --prefix --sort-by VERSION --order DESCEND',
	'get p/ --prefix --sort-by KEY --order DESCEND --limit 1 -w fields',
	'get p/1 p/3',
	'get p/1 p/3 -w json',
	'get p/2 --from-key',
	'get p/2 --from-key --limit 1 -w json',
	'get p/ --prefix --consistency s',
	'get p/ --prefix --min-mod-rev 20 -w json',
	'get p/ --prefix --max-mod-rev 20 -w json',
	'get p/ --prefix --min-create-rev 19 --max-create-rev 20',
	'get p/ --prefix --rev 18 -w json',
	'get ключ',
	'get ключ -w fields',
	'get 🗝 -w fields',
	'get <&> -w json',
	'get <&> -w fields',
	'get -- --dashes',
	'member list',
	'member list -w json',
	'member list -w fields',
	'member list -w fields --hex',
	'member list -w table',
	'member list --consistency s',
	'endpoint status',
	'endpoint status -w json',
	'endpoint status -w fields',
	'endpoint status -w table',
	'endpoint status --cluster -w json',
	'endpoint hashkv',
	'endpoint hashkv -w json',
	'endpoint hashkv -w fields',
	'endpoint hashkv -w table --rev 5',
	'alarm list',
	'alarm list -w json',
	'alarm list -w fields',
	'lease list',
	'lease list -w json',
	'lease list -w fields',
	'lease timetolive 1234',
	'lease timetolive 1234 -w json',
	'lease timetolive 1234 --keys -w fields',
	'user list',
	'user list -w json',
	'role list',
	'role list -w json',
	'role list -w fields',
]

/** What the member does not know, or answers so that etcdctl ends in a panic. */
const unfit: Readonly<Record<string, RegExp>> = {
	'3.2': /^endpoint hashkv|^lease list|^alarm list -w fields/,
	'3.3': /^alarm list -w fields/,
	'3.4': /^alarm list -w fields/,
}

/** What the etcdctls of other minors write otherwise than 3.6. */
const otherwise: Readonly<Partial<Record<Minor, RegExp>>> = {
	'3.5': /-w fields|^endpoint (status|hashkv)|^get p.*-rev 1?[0-9]|^member list --consistency/,
	'3.7': /-w table/,
}

async function agreed(
	t: ExecutionContext,
	member: MemberProcess,
	line: string,
	minor: EtcdctlMinor = '3.6',
): Promise<void> {
	const [their, our] = await Promise.all([etcdctl(member, words(line), {}, minor), ours(member, words(line))])
	// With --cluster etcdctl names members by their URLs.
	const [theirText, ourText] = [their, our].map(({ out }) =>
		out.toString('latin1').replaceAll(`http://${endpointOf(member)}`, endpointOf(member)),
	)
	t.is(ourText, theirText, line)
	t.is(our.code === 0, their.code === 0, `${line}: ${our.err} ${their.err}`)
}

everyMinor('writes what etcdctl writes', async (t, etcd) => {
	const [theirs, own] = await Promise.all([born(t, etcd), born(t, etcd)])
	for (const line of changes) {
		const their = await etcdctl(theirs, words(line))
		const our = await ours(own, words(line))
		t.is(await normal(own, our), await normal(theirs, their), line)
		t.is(our.code === 0, their.code === 0, `${line}: ${our.err} ${their.err}`)
	}
	for (const line of reads.filter((one) => unfit[etcd.minor]?.test(one) !== true))
		await agreed(t, theirs, line)
	t.true(changes.length + reads.length >= 100)
	const everything = ['get', '', '--prefix', '-w', 'fields']
	t.is(
		await normal(own, await etcdctl(own, everything)),
		await normal(theirs, await etcdctl(theirs, everything)),
	)
	const { minor } = etcd
	if (minor !== '3.5' && minor !== '3.7') return
	for (const line of reads.filter((one) => otherwise[minor]?.test(one) !== true))
		await agreed(t, theirs, line, minor)
})
