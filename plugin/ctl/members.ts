// The members that ctl may ask, however one gets to them, and the one that it asks.
import type { Caller } from '../../etcd/caller.ts'
import { deadlines } from '../../etcd/deadlines.ts'
import { EtcdError, isTransient } from '../../etcd/errors.ts'
import { loggedIn, type Credentials } from '../../etcd/login.ts'
import { Maintenance } from '../../etcd/rpc_pb.ts'
import { Failure } from '../failure.ts'
import { nearest } from '../line/nearest.ts'
import { isForbidden, troubleOf } from './trouble.ts'

export interface Opened extends Caller {
	close(): void
}

export interface Door {
	/** As people know the member: its pod. */
	readonly name: string
	readonly open: () => Promise<Opened>
}

/** Those that are likeliest to answer come first. */
export type Members = readonly Door[]

export interface Member {
	readonly name: string
	readonly caller: Caller
}

export class Entrance {
	readonly #doors: Members
	readonly #isChosen: boolean
	readonly #credentials: Credentials | undefined
	/** Where there is another, one that is slow is passed by. */
	readonly #patienceMs: number
	readonly #opened = new Map<string, Promise<Opened>>()

	constructor(
		members: Members,
		chosen: string | undefined,
		credentials: Credentials | undefined,
		deadlineMs: number,
	) {
		this.#doors = chosen === undefined ? members : [doorOf(members, chosen)]
		this.#isChosen = chosen !== undefined
		this.#credentials = credentials
		this.#patienceMs = this.#doors.length > 1 ? deadlines.statusMs : deadlineMs
	}

	async #enter({ name, open }: Door): Promise<Member> {
		let opened = this.#opened.get(name)
		if (opened === undefined) this.#opened.set(name, (opened = open()))
		const caller = await opened
		return { name, caller: this.#credentials ? loggedIn(caller, this.#credentials) : caller }
	}

	/** The way to it may be what is broken; the next time there is a new one. */
	async #forget(name: string): Promise<void> {
		const opened = this.#opened.get(name)
		this.#opened.delete(name)
		await opened?.then(
			(one) => one.close(),
			() => undefined,
		)
	}

	/** Of each, whether one gets to it or not. */
	all(): readonly { readonly name: string; readonly member: Promise<Member> }[] {
		return this.#doors.map((door) => ({ name: door.name, member: this.#enter(door) }))
	}

	/** The first that answers and has a vote; learners answer nobody who asks for keys. Who was chosen is asked whatever it is. */
	async one(): Promise<Member> {
		const why: Error[] = []
		for (const door of this.#doors) {
			try {
				const member = await this.#enter(door)
				if (this.#isChosen || (await votes(member, this.#patienceMs))) return member
				why.push(new Failure(`${door.name} is a learner`))
			} catch (reason) {
				const trouble = troubleOf(reason, door.name)
				// What it says of who asks, the others would say, too.
				if (reason instanceof EtcdError && (!isTransient(reason) || isForbidden(reason))) throw trouble
				why.push(trouble)
				await this.#forget(door.name)
			}
		}
		const [first] = why
		if (first && why.length === 1) throw first
		throw new Failure({
			what: why.length === 0 ? 'the cluster has no members' : 'no member answers',
			why: why.map(({ message }) => message).join('; ') || undefined,
			next: 'kubectl etcd status',
		})
	}

	async close(): Promise<void> {
		const all = await Promise.allSettled(this.#opened.values())
		for (const opened of all) if (opened.status === 'fulfilled') opened.value.close()
	}
}

function doorOf(members: Members, name: string): Door {
	const found = members.find((door) => door.name === name)
	if (found) return found
	const names = members.map((door) => door.name)
	const near = nearest(name, names)
	throw new Failure({
		what: `--member: the cluster has no member "${name}"`,
		next: near === undefined ? `write one of ${names.join(', ')}` : `did you mean ${near}?`,
	})
}

async function votes({ caller }: Member, deadlineMs: number): Promise<boolean> {
	try {
		const { isLearner } = await caller.call(Maintenance.method.status, {}, deadlineMs)
		return !isLearner
	} catch (reason) {
		// A stranger is told so by a member that lives.
		if (reason instanceof EtcdError && reason.code === 'denied') return true
		throw reason
	}
}
