// The flags of etcdctl that ctl takes, by its names. Pure. None has a default here, so that what was given is known from what was not.
import type { Option } from '../command.ts'
import { formats } from './print/answer.ts'

const text = (name: string, value: string, describe: string, more: Partial<Option> = {}): Option => ({
	name,
	value,
	describe,
	...more,
})
const truth = (name: string, describe: string): Option => ({ name, describe })

/** For every verb. */
export const shownOptions: readonly Option[] = [
	text('write-out', 'FORMAT', 'how answers are shown (simple when missing)', {
		short: 'w',
		choices: formats,
	}),
	truth('hex', 'show keys and values in hex, and in json and fields the ids'),
	text('input', 'FORMAT', 'how keys and values are written here (text when missing)', {
		choices: ['text', 'hex', 'base64'],
	}),
	text('command-timeout', 'TIME', 'how long a single question may take (5s when missing)'),
]

export const verbOptions: readonly Option[] = [
	truth('prefix', 'get, del, watch: all keys that begin so'),
	truth('from-key', 'get, del: all keys from this one on'),
	text('rev', 'REVISION', 'get, watch, endpoint hashkv: at or from this revision'),
	text('limit', 'COUNT', 'get: no more keys than these; 0 is all'),
	text('order', 'ORDER', 'get: ASCEND or DESCEND'),
	text('sort-by', 'WHAT', 'get: CREATE, KEY, MODIFY, VALUE or VERSION'),
	text('consistency', 'l|s', 'get, member list: l asks a quorum, s one member (l when missing)'),
	truth('keys-only', 'get: no values'),
	truth('count-only', 'get: only how many; with --write-out=fields or json'),
	truth('print-value-only', 'get: only the values; with --write-out=simple'),
	text('min-create-rev', 'REVISION', 'get: created no earlier'),
	text('max-create-rev', 'REVISION', 'get: created no later'),
	text('min-mod-rev', 'REVISION', 'get: changed no earlier'),
	text('max-mod-rev', 'REVISION', 'get: changed no later'),
	truth('prev-kv', 'put, del, watch: show what was there before'),
	text('lease', 'ID', 'put: with this lease, in hex'),
	truth('ignore-value', 'put: keep the value'),
	truth('ignore-lease', 'put: keep the lease'),
	truth('range', 'del: do not wait before a range is deleted'),
	truth('progress-notify', 'watch: tell now and then how far it is'),
	truth('keys', 'lease timetolive: show the keys of the lease'),
	truth('once', 'lease keep-alive: only once'),
	truth('detail', 'user get: show what the roles permit'),
]

/** Behind "--" it is etcdctl's and not kubectl's, and says what is so anyway. */
export const everyEndpoint = truth('cluster', 'endpoint: of all members, as it always is')

/** What etcdctl must be told and the plugin finds out. */
const found = (name: string): Option => ({ name, value: 'VALUE', describe: 'not here' })
export const foundElsewhere: readonly Option[] = [
	...['endpoints', 'cacert', 'cert', 'key', 'discovery-srv', 'insecure-skip-tls-verify'].map(found),
	...['insecure-transport', 'dial-timeout', 'keepalive-time', 'keepalive-timeout', 'debug'].map(found),
]
export const loginOptions: readonly Option[] = ['user', 'password'].map(found)
