// Says who asks, where etcd's authentication is on: by a token that is asked for when it is first needed, and again when it is forgotten.
import type { Caller } from './caller.ts'
import { deadlines } from './deadlines.ts'
import { EtcdError, isStaleToken } from './errors.ts'
import { Auth } from './rpc_pb.ts'
import type { Metadata } from './unary.ts'

export interface Credentials {
	readonly username: string
	readonly password: string
}

export function loggedIn(caller: Caller, { username, password }: Credentials): Caller {
	let login: Promise<Metadata> | undefined

	async function authenticate(deadlineMs: number): Promise<Metadata> {
		try {
			const asked = { name: username, password }
			const { token } = await caller.call(Auth.method.authenticate, asked, deadlineMs)
			return { token }
		} catch (reason) {
			login = undefined
			// Where it is off nobody needs to say who they are.
			if (reason instanceof EtcdError && reason.code === 'authOff') return {}
			throw reason
		}
	}

	const token = async (deadlineMs: number = deadlines.changeMs): Promise<Metadata> =>
		await (login ??= authenticate(Math.max(deadlineMs, deadlines.changeMs)))

	return {
		async call(method, input, deadlineMs, metadata = {}) {
			try {
				return await caller.call(method, input, deadlineMs, { ...metadata, ...(await token(deadlineMs)) })
			} catch (reason) {
				if (!(reason instanceof EtcdError) || !isStaleToken(reason)) throw reason
				// It was refused before anybody looked at what was asked.
				login = undefined
				return await caller.call(method, input, deadlineMs, { ...metadata, ...(await token(deadlineMs)) })
			}
		},
		async stream(method, options = {}) {
			const metadata = { ...options.metadata, ...(await token()) }
			return await caller.stream(method, { ...options, metadata })
		},
	}
}
