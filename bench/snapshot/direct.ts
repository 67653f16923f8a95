// Started as a process by the bench: our snapshot of a member by its own address, into a folder. Beside etcdctl it has the same to do.
import { nameOf } from '../../backup/name.ts'
import { sourcesAmong } from '../../backup/sources.ts'
import { take } from '../../backup/take.ts'
import { openEtcd } from '../../etcd/client.ts'
import { fileStore } from '../../store/file.ts'
import { readFileSync } from 'node:fs'

const [host = '', port = '', certificates = '', folder = ''] = process.argv.slice(2)
const [ca, cert, key] = ['ca', 'cert', 'key'].map((name) =>
	readFileSync(`${certificates}/${name}.pem`, 'utf8'),
)
const client = openEtcd({
	host,
	port: Number(port),
	tls: { servername: 'localhost', ...(ca && { ca }), ...(cert && { cert }), ...(key && { key }) },
})
await take(await sourcesAmong([{ name: 'direct', client }]), fileStore(folder), {
	backup: { namespace: 'bench', name: 'direct', uid: 'bench' },
	nameOf: (revision, at) => nameOf({ path: 'direct', revision, at }),
	signal: new AbortController().signal,
	readBack: false,
	tell: () => {},
})
client.close()
process.exit()
