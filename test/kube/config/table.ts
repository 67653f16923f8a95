// Runs a table of situations: what arrives from us must be what arrives from kubectl.
import test from 'ava'
import type { KubeFlags } from '../../../kube/config/flags.ts'
import { byKubectl, byUs, situation } from './both.ts'
import { recorder, type Recorder } from './recorder.ts'

export interface At {
	readonly dir: string
	/** Each a URL of one of the recorders. */
	readonly api: string
	readonly plain: string
	readonly http: string
	readonly https: string
	readonly socks: string
	readonly ports: Recorder['ports']
}

export interface Row {
	/** A lone text is ~/.kube/config. */
	readonly files: (at: At) => Readonly<Record<string, string>> | string
	readonly env?: (at: At) => NodeJS.ProcessEnv
	readonly flags?: (at: At) => KubeFlags
	/** Both must fail, and ours must say this. */
	readonly refused?: RegExp
	/** Ours says this, while kubectl does what the title says. */
	readonly stricter?: RegExp
	/** What arrives from us, while kubectl does what the title says. */
	readonly differs?: RegExp
	/** Both go for something that is not there. */
	readonly unreachable?: true
	readonly hint?: string
	/** A sign in what arrived that the row tests what it says. */
	readonly sign?: RegExp
}

export const spoken = /^[^\n]+$/

export function compared(rows: Readonly<Record<string, Row>>): void {
	let world: Recorder
	test.before(async () => {
		world = await recorder()
	})
	test.after.always(() => world.close())

	for (const [title, row] of Object.entries(rows))
		test.serial(title, async (t) => {
			const { ports } = world
			const at = (dir: string): At => ({
				dir,
				ports,
				api: `https://127.0.0.1:${ports.api}`,
				plain: `http://127.0.0.1:${ports.plain}`,
				http: `http://127.0.0.1:${ports.http}`,
				https: `https://127.0.0.1:${ports.https}`,
				socks: `socks5://127.0.0.1:${ports.socks}`,
			})
			await using here = await situation(
				(dir) => {
					const files = row.files(at(dir))
					return typeof files === 'string' ? { '.kube/config': files } : files
				},
				(dir) => row.env?.(at(dir)) ?? {},
				(dir) => row.flags?.(at(dir)) ?? {},
			)
			const theirs = await byKubectl(here, world)
			const { outcome, ...ours } = await byUs(here, world)
			if (row.stricter) {
				t.regex(outcome.wrong ?? '', row.stricter)
				t.deepEqual(ours.requests, [])
				return
			}
			if (row.differs) {
				t.regex(JSON.stringify(ours), row.differs)
				t.notDeepEqual(ours, theirs)
				return
			}
			t.deepEqual(ours, theirs)
			t.is(ours.failed, row.refused !== undefined || row.unreachable === true)
			if (row.refused) {
				t.regex(outcome.wrong ?? '', row.refused)
				t.regex(outcome.wrong ?? '', spoken)
				t.is(outcome.hint, row.hint)
				t.deepEqual(ours.requests, [])
			} else if (!row.unreachable) t.true(ours.requests.length > 0)
			if (row.sign) t.regex(JSON.stringify(ours), row.sign)
		})
}
