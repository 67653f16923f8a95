// Loaded before a program: it ends at its k-th call of the file system or of the network, as if it had been killed there.
import fs from 'node:fs/promises'
import net from 'node:net'
import { writeSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const at = Number(process.env['EXIT_AT'] ?? 0)
let calls = 0

function counted<T extends object>(of: T, names: readonly (keyof T)[]): void {
	for (const name of names) {
		const real = of[name] as unknown as (...all: unknown[]) => unknown
		Object.assign(of, {
			[name](this: unknown, ...all: unknown[]) {
				if (++calls === at) process.exit(137)
				return real.apply(this, all)
			},
		})
	}
}

const handle = await fs.open('/dev/null')
counted(Object.getPrototypeOf(handle) as typeof handle, ['write', 'writev', 'writeFile', 'sync'])
await handle.close()
// After the one above, which is not the program's.
counted(fs, ['open', 'rename', 'rm', 'mkdir', 'stat', 'readdir', 'writeFile', 'readFile', 'unlink'])
counted(net.Socket.prototype, ['write'])
syncBuiltinESMExports()
process.on('exit', () => {
	writeSync(2, `calls ${calls}\n`)
})
