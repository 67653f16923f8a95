// What is made from code: path to text.
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { stringify } from 'yaml'
import { crd, definitions } from '../api/crd.ts'
import { kinds } from '../api/types.ts'

const root = join(import.meta.dirname, '..')
const heading = '# Made by npm run generate from api/schema: change it there.\n'

const yaml = (object: unknown): string =>
	heading + stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })

/** The codecs of what we say to etcd, as the compiler of protocol buffers makes them. */
async function codecs(): Promise<string> {
	const work = await mkdtemp(join(tmpdir(), 'kubectl-etcd-codecs-'))
	try {
		await promisify(execFile)('buf', ['generate', '--template', 'buf.gen.yaml', '--output', work], {
			cwd: join(root, 'etcd'),
		})
		return await readFile(join(work, 'rpc_pb.ts'), 'utf8')
	} finally {
		await rm(work, { recursive: true })
	}
}

export const generated = async (): Promise<Map<string, string>> =>
	new Map([
		...kinds.map((kind) => [`config/crd/${definitions[kind].plural}.yaml`, yaml(crd(kind))] as const),
		['etcd/rpc_pb.ts', await codecs()],
	])
