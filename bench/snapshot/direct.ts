// Started as a process by the bench, bundled as the plugin is: our snapshot of a member by its own address, into a folder. Beside etcdctl it has
// the same to do.
import { readFileSync } from 'node:fs'
import { nameOf } from '../../backup/name.ts'
import { sourcesAmong } from '../../backup/sources.ts'
import { take } from '../../backup/take.ts'
import { openEtcd } from '../../etcd/client.ts'
import { fileStore } from '../../store/file.ts'

async function main(): Promise<void> {
	const [host = '', port = '', certificates = '', folder = ''] = process.argv.slice(2)
	const [ca = '', cert = '', key = ''] = ['ca', 'cert', 'key'].map((name) =>
		readFileSync(`${certificates}/${name}.pem`, 'utf8'),
	)
	const client = openEtcd({ host, port: Number(port), tls: { servername: 'localhost', ca, cert, key } })
	await take(await sourcesAmong([{ name: 'direct', client }]), fileStore(folder), {
		backup: { namespace: 'bench', name: 'direct', uid: 'bench' },
		nameOf: (revision, at) => nameOf({ path: 'direct', revision, at }),
		signal: new AbortController().signal,
		readBack: false,
		tell: () => {},
	})
	client.close()
	process.exit()
}

void main()
