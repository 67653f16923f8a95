// A command is a value: its words, its flags, what it needs, and where its code is, which is read only when it runs. Pure.
import type { Call } from './call.ts'

export interface Option {
	/** Without its dashes. */
	readonly name: string
	readonly short?: string
	readonly describe: string
	/** The word that stands for its value in the help; a flag without one is a switch. */
	readonly value?: string
	/** May be given more than once. */
	readonly many?: true
	readonly choices?: readonly string[]
	readonly default?: string
	/** What stands for the value when the flag is given without one, as in --dry-run. */
	readonly bare?: string
	/** What completes its value. */
	readonly names?: Names
}

export interface Right {
	/** As roles have it: "etcdclusters", "pods/portforward". */
	readonly resource: string
	readonly verbs: readonly string[]
	/** Without it the command does all but this: "to see the operator". */
	readonly optional?: string
	/** Only the secret that clients of the named cluster show. */
	readonly named?: 'client secret'
	/** Where the operator is, instead of where the cluster is. */
	readonly at?: 'operator'
}

/** Of what the names are that complete a word. */
export type Names = 'clusters' | 'backups' | 'members' | 'namespaces' | 'contexts' | 'versions' | 'files'

export const groups = {
	look: 'Look',
	change: 'Change',
	repair: 'Repair',
	data: 'Use etcd itself',
	setUp: 'Set up',
} as const

export interface Command {
	/** Its words: "status", "members replace". */
	readonly name: string
	readonly aliases?: readonly string[]
	readonly group: keyof typeof groups
	/** One line for the list of all commands. */
	readonly describe: string
	/** What follows its words: "[CLUSTER]". */
	readonly args?: string
	/** What completes each of its arguments, in their order. */
	readonly argNames?: readonly Names[]
	readonly options: readonly Option[]
	/** Each with what it is for. */
	readonly examples: readonly (readonly [line: string, what: string])[]
	/** What somebody must be permitted to; `kubectl etcd rbac` makes roles of it. */
	readonly rights: readonly Right[]
	/** Needs no cluster, so that it works without a kubeconfig. */
	readonly offline?: true
	readonly load: () => Promise<{ readonly run: (call: Call) => Promise<number> }>
}
