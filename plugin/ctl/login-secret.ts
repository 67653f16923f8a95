// Who logs in: a Secret with the keys username and password, in the cluster's namespace.
import type { Credentials } from '../../etcd/login.ts'
import { kinds, type KubeObject } from '../../kube/objects.ts'
import { Failure } from '../failure.ts'
import type { Reach } from '../reach.ts'

interface Secret extends KubeObject {
	readonly data?: Readonly<Record<string, string>>
}

export async function loginFrom({ kube }: Reach, namespace: string, name: string): Promise<Credentials> {
	const found = await kube.get<Secret>(kinds.secret, { namespace, name })
	const create = `kubectl create secret generic ${name} -n ${namespace} --from-literal=username=… --from-file=password=…`
	if (found === undefined)
		throw new Failure({
			what: `--credentials-secret: there is no secret "${name}" in namespace "${namespace}"`,
			next: create,
		})
	const [username, password] = ['username', 'password'].map((key) =>
		Buffer.from(found.data?.[key] ?? '', 'base64').toString(),
	)
	if (!username || !password)
		throw new Failure({
			what: `--credentials-secret: secret "${name}" has no ${username ? 'password' : 'username'}`,
			next: create,
		})
	return { username, password }
}
