// Started as a process by the bench: bytes of memory into a bucket, as our store puts them there. What it takes without an etcd.
import { s3Store } from '../../store/s3.ts'

const pieceBytes = 32 * 1024

async function main(): Promise<void> {
	const [endpoint = '', bucket = '', accessKeyId = '', secretAccessKey = '', bytes = '0'] =
		process.argv.slice(2)
	const keys = async () => await Promise.resolve({ accessKeyId, secretAccessKey })
	const store = s3Store({ bucket, region: 'us-east-1', endpoint, forcePathStyle: true, keys })
	const piece = Buffer.alloc(pieceBytes, 7)
	async function* pieces(): AsyncGenerator<Uint8Array> {
		for (let left = Number(bytes); left > 0; left -= pieceBytes) yield await Promise.resolve(piece)
	}
	await store.put('memory', pieces())
	store.close()
}

void main()
