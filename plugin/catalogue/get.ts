// The clusters there are, with the columns, flags and formats of kubectl get.
import type { Command } from '../command.ts'

export const get: Command = {
	name: 'get',
	aliases: ['list'],
	group: 'look',
	describe: 'Shows clusters as kubectl get etcdclusters does',
	args: '[NAME | NAMESPACE/NAME …]',
	argNames: ['clusters', 'clusters', 'clusters', 'clusters'],
	options: [
		{ name: 'all-namespaces', short: 'A', describe: 'those of every namespace' },
		{
			name: 'selector',
			short: 'l',
			value: 'LABELS',
			describe: 'those with such labels, as team=a,tier!=test',
		},
		{ name: 'field-selector', value: 'FIELDS', describe: 'those with such fields, as metadata.name=orders' },
		{
			name: 'output',
			short: 'o',
			value: 'FORMAT',
			describe: 'wide, json, yaml, name, jsonpath=… or custom-columns=…',
		},
		{ name: 'watch', short: 'w', describe: 'then go on with each change, until Ctrl-C' },
		{ name: 'watch-only', describe: 'each change, without what is there already' },
		{ name: 'sort-by', value: 'PATH', describe: 'by a field, as .metadata.creationTimestamp' },
		{ name: 'no-headers', describe: 'without titles' },
		{ name: 'show-labels', describe: 'labels as the last column' },
		{
			name: 'label-columns',
			short: 'L',
			value: 'LABELS',
			many: true,
			describe: 'a column for each of these labels, as team,tier',
		},
		{ name: 'show-kind', describe: 'the kind before each name' },
		{ name: 'show-managed-fields', describe: 'who set which field, too, in JSON and YAML' },
		{ name: 'ignore-not-found', describe: 'end with 0 and say nothing where a name is not there' },
		{ name: 'chunk-size', value: 'COUNT', default: '500', describe: 'how many to read at once; 0 for all' },
		{ name: 'template', value: 'TEMPLATE', describe: 'what -o jsonpath and -o custom-columns are to print' },
		{
			name: 'allow-missing-template-keys',
			describe: 'print nothing for a missing field; =false: that is an error',
		},
	],
	examples: [
		['get', 'the clusters of this namespace'],
		['get -A', 'of all namespaces'],
		['get orders sessions -o wide', 'two of them, with every column'],
		['get team-b/sessions -o yaml', 'one of another namespace, as it is stored'],
		['get -w', 'and each change as it comes'],
		[
			`get -A -o custom-columns=NAME:.metadata.name,SIZE:.spec.size --sort-by=.spec.size`,
			'columns of your own',
		],
	],
	rights: [
		{ resource: 'etcdclusters', verbs: ['get', 'list'] },
		{ resource: 'etcdclusters', verbs: ['watch'], optional: 'for --watch' },
	],
	load: async () => await import('../commands/get.ts'),
}
