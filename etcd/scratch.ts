// An etcd that nobody but its own pod reaches, to see what a snapshot becomes. Pure.

export interface Scratch {
	readonly dataDir: string
	readonly host: string
	readonly client: number
	readonly peer: number
}

const name = 'drill'
/** As large as etcd is made for: whether there is room is not what is tried. */
const quotaBytes = 8 * 1024 ** 3

export const scratchUrl = ({ host, client }: Pick<Scratch, 'host' | 'client'>): string =>
	`http://${host}:${client}`

/** By which the tool that made its data was told who it will be. */
export const scratchMember = ({ host, peer }: Pick<Scratch, 'host' | 'peer'>) => ({
	name,
	peerUrl: `http://${host}:${peer}`,
	token: name,
})

export function scratchArguments(scratch: Scratch): readonly string[] {
	const [clients, { peerUrl }] = [scratchUrl(scratch), scratchMember(scratch)]
	return [
		`--name=${name}`,
		`--data-dir=${scratch.dataDir}`,
		`--listen-client-urls=${clients}`,
		`--advertise-client-urls=${clients}`,
		`--listen-peer-urls=${peerUrl}`,
		`--initial-advertise-peer-urls=${peerUrl}`,
		`--initial-cluster=${name}=${peerUrl}`,
		`--quota-backend-bytes=${quotaBytes}`,
	]
}
