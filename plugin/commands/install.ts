// kubectl etcd install.
import type { Call } from '../call.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { home } from '../install/operator.ts'

export async function run({ flags, args, terminal }: Call): Promise<number> {
	if (args.length > 0)
		throw new Failure({
			what: `"${args.join(' ')}" is nothing to install`,
			next: 'kubectl etcd install --help',
		})
	const output = flags.text('output')
	if (output === undefined)
		throw new Failure({
			what: 'install prints and applies nothing; write -o yaml',
			next: 'kubectl etcd install -o yaml | kubectl apply -f -',
		})
	const namespace = flags.text('namespace')
	if (namespace !== undefined && namespace !== home)
		throw new Failure(
			`--namespace: the operator is made for namespace "${home}", and not "${namespace}"; leave it out`,
		)
	const [{ manifests }, { manifestOf, textOf }] = await Promise.all([
		import('../built-in/manifests.ts'),
		import('../install/manifest.ts'),
	])
	const folder = flags.text('certificates') === 'self-signed' ? 'self-signed' : 'default'
	const documents = manifestOf(manifests, { folder, image: flags.text('image') })
	if (output === 'yaml') terminal.out(textOf(documents))
	else {
		const list = { apiVersion: 'v1', kind: 'List', items: documents.map((one) => one.toJS() as object) }
		terminal.out(`${JSON.stringify(list, undefined, 4)}\n`)
	}
	return exits.done
}
