// Which stage runs which tests. What is new in a folder that is here runs by itself, and test/tools/places.test.ts finds what none runs.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const at = (...names: readonly string[]): readonly string[] => names.map((name) => `test/${name}`)

/** Against real servers, and without a playground; all else of the plugin is tables. */
const pluginReal = ['compared', 'ctl', 'real']

const pluginTables = readdirSync(join(import.meta.dirname, '../test/plugin'), { withFileTypes: true })
	.filter((entry) => entry.isDirectory() && !pluginReal.includes(entry.name))
	.map(({ name }) => `plugin/${name}`)

export const places = {
	unit: [
		...at('*.test.ts', 'plugin/*.test.ts', 'backup/*.test.ts', 'store/*.test.ts'),
		...at('api', 'certificates', 'controller', 'playground', 'recovery', 'runtime', 'tools', 'webhook'),
		...at('backup/bolt', 'etcd/pure', ...pluginTables),
	],
	etcd: at('etcd/wire', 'etcd/real'),
	backup: at('store/real', 'backup/real', 'backup/task'),
	kube: at('kube'),
	admission: at('admission'),
	plugin: at(...pluginReal.map((name) => `plugin/${name}`)),
	release: at('release'),
	machine: at('machine'),
	liveShared: at('live/shared'),
	liveAlone: at('live/alone'),
} as const
