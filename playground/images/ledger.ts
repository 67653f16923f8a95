// The image of the example application, which brings the files that its client reads while it runs.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { architectureHere } from '../programs/debian.ts'
import { writeArchive } from './archive.ts'
import { bundle, directory, nodeLayers, user } from './node.ts'
import { ownArchive } from './operator.ts'

const protos = join(import.meta.dirname, '../../node_modules/etcd3/proto')

export const ledgerImage = 'docker.io/kubectl-etcd/ledger:0.1.0'

/** Builds the archive and gives its path. */
export async function buildLedger(): Promise<string> {
	const program = { path: 'app/ledger.cjs', mode: 0o644, text: await bundle('examples/ledger/main.ts') }
	const files = (await readdir(protos)).map((file) => ({
		path: `proto/${file}`,
		mode: 0o644,
		from: join(protos, file),
	}))
	const archive = ownArchive('ledger')
	await writeArchive(
		{
			name: ledgerImage,
			architecture: architectureHere,
			layers: [
				...(await nodeLayers(architectureHere)),
				[directory('app'), program, directory('proto'), ...files],
			],
			entrypoint: ['/usr/local/bin/node', '/app/ledger.cjs'],
			user,
		},
		archive,
	)
	return archive
}
