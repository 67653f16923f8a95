// D14, D15, D18, D19: backups, certificates, releases, history. Pure.
import { lastFire } from '../../../api/cron.ts'
import { defragHarm, hasDefect, minorIn, releases } from '../../../api/releases.ts'
import { isSpoiled } from '../../../api/drill.ts'
import { clientsSpeakTls, membersSpeakTls } from '../../../api/tls.ts'
import { parseVersion } from '../../../api/version.ts'
import { age } from '../../screen/amount.ts'
import { note, problem, unknown, warning, type Check, type Finding } from '../check.ts'
import type { Backup, Facts } from '../facts.ts'

const hour = 3_600_000

const isOf = ({ sight: { cluster } }: Facts, { spec }: Backup): boolean => {
	const { name } = cluster.metadata
	const endpoints = spec?.etcdEndpoints ?? []
	return (
		spec?.etcdCluster?.name === name ||
		endpoints.some((one) => one.includes(`//${name}-client.`) || one.includes(`//${name}-client:`))
	)
}

/** One that could not be tried says nothing of what is in it. */
function ofDrill({ metadata: { name }, status }: Backup): readonly Finding[] {
	const { result, object, message, code } = status?.drill ?? {}
	if (result !== 'Failed') return []
	return isSpoiled(code)
		? [problem(`${object} of ${name} was tried and cannot be restored from: ${message}`)]
		: [warning(`${object} of ${name} could not be tried: ${message}`)]
}

function ofBackup({ metadata: { name }, spec, status }: Backup, now: number): readonly Finding[] {
	if (status?.succeeded === false)
		return [problem(`the last backup by ${name} failed: ${status.Reason ?? 'it does not say why'}`)]
	const every = (spec?.backupPolicy?.backupIntervalInSecond ?? 0) * 1000
	const last = Date.parse(status?.lastSuccessDate ?? '')
	if (Number.isNaN(last)) return status?.succeeded === true ? [] : [warning(`${name} has made no backup yet`)]
	const cron = spec?.backupPolicy?.schedule
	const due = cron === undefined ? undefined : lastFire(cron, now)
	if (due !== undefined && last < due && now - due > hour)
		return [
			warning(`the last backup by ${name} was ${age(now - last)} ago, and one was due ${age(now - due)} ago`),
		]
	// One that is under way is no trouble.
	if (every === 0 || now - last <= every * 2) return []
	return [warning(`the last backup by ${name} was ${age(now - last)} ago, and each ${age(every)} is wanted`)]
}

const backups: Check = {
	id: 'D14',
	title: 'backup',
	about: 'the last one was made when it should',
	judge(facts) {
		const { backups: seen, sight } = facts
		if ('unseen' in seen) return [unknown(seen.unseen, seen.next)]
		const mine = seen.value.filter((one) => isOf(facts, one))
		if (mine.length === 0) return [note('no backups are configured')]
		return mine.flatMap((one): readonly Finding[] => [...ofDrill(one), ...ofBackup(one, sight.at)])
	},
}

const day = 86_400_000

const certificates: Check = {
	id: 'D15',
	title: 'certificates',
	about: 'none ends soon',
	judge({ sight }) {
		const { cluster, at, notes } = sight
		const tls = cluster.spec?.TLS
		if (!clientsSpeakTls(tls) && !membersSpeakTls(tls)) return []
		const told = cluster.status?.certificates ?? []
		if (told.length === 0) return [unknown('the operator does not say until when certificates hold')]
		const misnamed = notes.filter(
			({ what }) => /certificate/.test(what) && /not valid|expired|self.signed/.test(what),
		)
		return [
			...told.flatMap(({ role = '', secret = '', notAfter }) => {
				if (notAfter === undefined) return []
				const left = Date.parse(notAfter) - at
				if (left > 7 * day) return []
				const which = `the ${role} certificate in secret ${secret}`
				return [
					left <= 0 ? problem(`${which} ended ${age(-left)} ago`) : warning(`${which} ends in ${age(left)}`),
				]
			}),
			...misnamed.map(({ what }) => problem(what)),
		]
	},
}

const version: Check = {
	id: 'D18',
	title: 'release',
	about: 'what members run is maintained and has no known defects',
	judge({ sight, ref }) {
		const running = [
			...new Set(
				sight.members.map(({ report, state }) => report?.version || state?.version || '').filter(Boolean),
			),
		].toSorted()
		if (running.length === 0) return [unknown('which version members run is not known')]
		return running.flatMap((text) => {
			const [parsed, minor] = [parseVersion(text), minorIn(text)]
			if (parsed === undefined || minor === undefined) return [note(`${text} is no release that is known`)]
			const next = `kubectl etcd upgrade ${ref} --to ${releases.recommended[minor] ?? ''} --plan`
			const end = releases.endOfLife[minor]
			const worst = releases.defects.find(
				(one) => hasDefect(parsed, one) && (one.verdict !== 'refuseAlone' || sight.members.length === 1),
			)
			const harm = worst && `${text} ${worst.harm}`
			return [
				...(worst && harm
					? [worst.verdict === 'warn' ? warning(harm, { next }) : problem(harm, { next })]
					: []),
				...(end === undefined ? [] : [warning(`${minor} gets no fixes any more: ${end}`)]),
				...(defragHarm(text, releases) ? [note(`members of ${text} are never defragmented`)] : []),
			]
		})
	},
}

const history: Check = {
	id: 'D19',
	title: 'history',
	about: 'it is forgotten in time',
	judge: ({ sight }) =>
		sight.cluster.spec?.autoCompaction?.mode === 'Off'
			? [
					warning('history is kept for ever: spec.autoCompaction.mode is Off', {
						why: 'the database grows until it reaches its quota, and then takes no writes',
						next: 'set spec.autoCompaction.mode to Periodic, unless somebody else compacts',
					}),
				]
			: [],
}

export const keepingChecks: readonly Check[] = [backups, certificates, version, history]
