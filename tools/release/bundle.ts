// The plugin in one file: what Bun makes executables of, and what Node runs.
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** A file of plugin/built-in runs now; its exports stand in the bundle as the values that they have here. */
const builtIn: Plugin = {
	name: 'built-in',
	setup(making) {
		making.onLoad({ filter: /[\\/]plugin[\\/]built-in[\\/][^\\/]+\.ts$/ }, async ({ path }) => {
			const values = (await import(pathToFileURL(path).href)) as Readonly<Record<string, unknown>>
			const contents = Object.entries(values).map(
				([name, value]) => `export const ${name} = ${JSON.stringify(value)}`,
			)
			return { contents: contents.join('\n'), loader: 'js' }
		})
	},
}

/** The package's name is kept for whoever imports it; ours is what answers. */
const ownWidth: Plugin = {
	name: 'own-width',
	setup(making) {
		making.onResolve({ filter: /^string-width$/ }, () => ({ path: 'string-width', namespace: 'own-width' }))
		making.onLoad({ filter: /.*/, namespace: 'own-width' }, () => ({
			contents: `export { textWidth as default } from './text-width.ts'`,
			resolveDir: import.meta.dirname,
		}))
	},
}

export interface Bundle {
	readonly text: Uint8Array
	readonly sha256: string
	/** Folders of the packages that are in it. */
	readonly packages: readonly string[]
}

const packageOf = (path: string): string | undefined =>
	/^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1]

export async function bundle(entry = 'plugin/main.ts'): Promise<Bundle> {
	const { outputFiles, metafile, warnings } = await build({
		entryPoints: [join(root, entry)],
		absWorkingDir: root,
		bundle: true,
		write: false,
		metafile: true,
		platform: 'node',
		target: 'node22',
		format: 'cjs', // bytecode is made of nothing else
		minify: true,
		sourcemap: false,
		legalComments: 'none', // licences.ts has them whole
		logLevel: 'silent',
		plugins: [builtIn, ownWidth],
		define: { 'import.meta.url': 'bundleUrl' },
		banner: { js: '"use strict";var bundleUrl=require("node:url").pathToFileURL(__filename).href;' },
	})
	const [warning] = warnings
	if (warning !== undefined)
		throw new Error(`the bundle would not do as its source does: ${warning.text} (${warning.location?.file})`)
	const text = outputFiles[0]?.contents ?? new Uint8Array()
	const packages = new Set(Object.keys(metafile.inputs).map(packageOf))
	return {
		text,
		sha256: createHash('sha256').update(text).digest('hex'),
		packages: [...packages].filter((path) => path !== undefined).toSorted(),
	}
}
