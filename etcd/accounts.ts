// Users and roles of etcd's own authentication, read only.
import type { Caller } from './caller.ts'
import { deadlines } from './deadlines.ts'
import {
	Auth,
	type AuthRoleGetResponse,
	type AuthRoleListResponse,
	type AuthUserGetResponse,
	type AuthUserListResponse,
} from './rpc_pb.ts'

export interface Accounts {
	users(): Promise<AuthUserListResponse>
	user(name: string): Promise<AuthUserGetResponse>
	roles(): Promise<AuthRoleListResponse>
	role(role: string): Promise<AuthRoleGetResponse>
}

export const accounts = (caller: Caller, deadlineMs: number = deadlines.changeMs): Accounts => ({
	users: async () => await caller.call(Auth.method.userList, {}, deadlineMs),
	user: async (name) => await caller.call(Auth.method.userGet, { name }, deadlineMs),
	roles: async () => await caller.call(Auth.method.roleList, {}, deadlineMs),
	role: async (role) => await caller.call(Auth.method.roleGet, { role }, deadlineMs),
})
