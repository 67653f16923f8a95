// etcd's own API in its JSON form, over one connection and without a second try: for tests that count what is refused, and how long.
import { clientServiceName, ports } from '../../api/names.ts'
import { eventsOf } from './looking.ts'
import { api } from './support.ts'

/** Of the cluster `test`, through its Service. */
export async function etcd(namespace: string, path: string, body: object): Promise<Record<string, unknown>> {
	const target = `services/${clientServiceName('test')}:${ports.client}`
	return await api.must('POST', `/api/v1/namespaces/${namespace}/${target}/proxy/v3/${path}`, body)
}

/** What was told of it, in a word each. */
export const reasonsOf = async (namespace: string): Promise<readonly string[]> =>
	(await eventsOf(namespace, 'test')).map(({ reason }) => reason)
