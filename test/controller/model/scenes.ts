// Where paths begin. Pure.
import { firstOf, minorOf } from './versions.ts'
import { emptySlot, nameAt, type Setting, type World } from './world.ts'

export const unborn = (setting: Setting, size: number, slots: number): World => ({
	setting,
	size,
	template: 0,
	version: firstOf(setting),
	target: '',
	wished: false,
	alone: false,
	recovery: '',
	washed: '',
	birth: null,
	clusterId: '',
	shared: false,
	compared: '',
	looked: false,
	slots: Array.from({ length: slots }, () => emptySlot),
	cluster: '',
	leader: '',
	spoken: minorOf(firstOf(setting)),
	down: 0,
	alarm: '',
	full: '',
	acked: false,
	declared: false,
	broken: [],
	held: null,
})

/** Made by another operator: it runs and serves, and nothing of ours says that it was ever born. */
export function adopted(setting: Setting, size: number, slots: number): World {
	const all = Array.from({ length: size }, (_, index) => nameAt(index))
	const cluster = 'x9'
	const born = unborn(setting, size, slots)
	return {
		...born,
		shared: true,
		declared: true,
		cluster,
		leader: 'a',
		acked: true,
		slots: born.slots.map((slot, index) => {
			const name = nameAt(index)
			if (!all.includes(name)) return slot
			const data = { id: `${name}1`, cluster, inStep: true, schema: born.spoken }
			return {
				pod: {
					uid: 1,
					// Its own operator never starts it again.
					told: 'old',
					known: 'old',
					mode: 'up',
					gated: false,
					ended: false,
					deleting: false,
					ran: true,
					muted: false,
					refused: false,
					// It has no such label, and clients that it serves all the same.
					serving: false,
					withdrawn: false,
					stopping: false,
					claimName: setting.volumes ? name : '',
					claimUid: 0,
					attempt: 0,
					clusterId: '',
					template: -1,
					version: born.version,
					old: '',
					tried: false,
					data: setting.volumes ? null : data,
				},
				claim: setting.volumes
					? {
							uid: 1,
							attempt: 0,
							bound: true,
							deleting: false,
							lost: false,
							memberId: '',
							clusterId: '',
							version: '',
							data,
						}
					: null,
				member: { id: `${name}1`, voter: true, started: true, knew: true, late: false },
				latch: null,
			}
		}),
	}
}
