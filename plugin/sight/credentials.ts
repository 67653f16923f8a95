// What to show members that speak TLS to their clients: from the secret that the operator keeps for applications, or the one that
// the spec names.
import { clientsName } from '../../api/names.ts'
import { clientsSpeakTls, tlsSources } from '../../api/tls.ts'
import { readKeys, type Data } from '../../api/tls-keys.ts'
import { isForbidden, isNotFound, KubeError } from '../../kube/errors.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import type { Reach } from '../reach.ts'
import type { Cluster } from '../target.ts'
import type { Note } from './sight.ts'

export interface ClientTls {
	readonly ca: string
	readonly cert: string
	readonly key: string
}

export type Credentials =
	| { readonly isPlain: true }
	| { readonly isPlain: false; readonly tls: ClientTls }
	| { readonly isPlain: false; readonly tls: undefined; readonly note: Note }

interface Secret extends KubeObject {
	readonly data?: Data
}

export async function credentialsOf({ kube }: Reach, { metadata, spec }: Cluster): Promise<Credentials> {
	if (!clientsSpeakTls(spec?.TLS)) return { isPlain: true }
	const { name, namespace } = metadata
	const named = tlsSources(name, spec?.TLS).find(({ role }) => role === 'client')?.secret ?? ''
	const secrets = [clientsName(name), named]
	const because: string[] = []
	for (const secret of secrets) {
		try {
			const found = await kube.get<Secret>(kinds.secret, { namespace, name: secret })
			const read = readKeys('client', found?.data)
			if (typeof read === 'string') because.push(`secret ${secret} ${read}`)
			else {
				const { authorities, certificate, key } = read.texts
				return { isPlain: false, tls: { ca: authorities, cert: certificate, key } }
			}
		} catch (reason) {
			if (!(reason instanceof KubeError) || isNotFound(reason)) throw reason
			because.push(isForbidden(reason) ? `you may not read secret ${secret}` : reason.message)
		}
	}
	return { isPlain: false, tls: undefined, note: noteOf(because.at(-1) ?? '', metadata.name) }
}

const noteOf = (because: string, cluster: string): Note => ({
	what: `${because}: revisions and member ids are hidden, and health comes from metrics`,
	next: `kubectl etcd rbac --for status ${cluster} -o yaml`,
})
