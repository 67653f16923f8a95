// Runs in Bun: makes an executable. Told by arguments: the file with the bundle, the target, its runtime, where to write.
import { readFileSync } from 'node:fs'

/** What is used here of Bun. */
declare const Bun: {
	build(options: {
		readonly entrypoints: readonly string[]
		readonly files: Readonly<Record<string, string>>
		readonly root: string
		readonly format: 'cjs'
		readonly bytecode: true
		readonly minify: true
		readonly sourcemap: 'none'
		readonly compile: {
			readonly target: string
			readonly executablePath: string
			readonly outfile: string
			readonly autoloadDotenv: boolean
			readonly autoloadBunfig: boolean
			readonly jitPolicy: number
		}
	}): Promise<unknown>
}

const [, , bundle = '', target = '', executablePath = '', outfile = ''] = process.argv

/** Where the bundle is stands in what is made; it is said to be where no machine differs. */
const place = '/kubectl-etcd.cjs'

await Bun.build({
	entrypoints: [place],
	files: { [place]: readFileSync(bundle, 'utf8') },
	root: '/',
	format: 'cjs',
	bytecode: true,
	minify: true,
	sourcemap: 'none',
	compile: {
		target,
		executablePath,
		outfile,
		// Files in the folder of whoever calls kubectl are no settings of the plugin, and no code.
		autoloadDotenv: false,
		autoloadBunfig: false,
		// Machine code for what runs for a tenth of a second costs more than it brings; main.ts takes it back for what runs longer.
		jitPolicy: 100,
	},
})
