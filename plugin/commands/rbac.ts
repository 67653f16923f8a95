// kubectl etcd rbac.
import { clientsName } from '../../api/names.ts'
import { tlsSources } from '../../api/tls.ts'
import type { Call } from '../call.ts'
import { commands } from '../commands.ts'
import type { Command } from '../command.ts'
import { exits } from '../exit.ts'
import { Failure } from '../failure.ts'
import { home } from '../install/operator.ts'
import { documentText } from '../output.ts'
import { chosen } from '../rbac/chosen.ts'
import { rolesFor } from '../rbac/roles.ts'
import { targetOf } from '../target.ts'

export async function run(call: Call): Promise<number> {
	const { flags } = call
	const all = chosen(flags.all('for'), commands)
	const secrets = call.args.length > 0 ? await secretsOf(call) : []
	return flags.truth('check') === true ? await check(call, all, secrets) : await print(call, all, secrets)
}

/** What the operator shows as a client, and what is made for applications. */
async function secretsOf(call: Call): Promise<readonly string[]> {
	const { metadata, spec } = await targetOf(call)
	const own = tlsSources(metadata.name, spec?.TLS).filter(({ role }) => role === 'client')
	return own.length === 0 ? [] : [...own.map(({ secret }) => secret), clientsName(metadata.name)]
}

async function print(call: Call, all: readonly Command[], secrets: readonly string[]): Promise<number> {
	const { flags, terminal } = call
	const everywhere = flags.truth('all-namespaces') === true
	const namespace = everywhere ? '' : (flags.text('namespace') ?? (await call.reach()).namespace)
	const minimal = flags.truth('minimal') === true
	const roles = rolesFor({ commands: all, namespace, home, everywhere, minimal, secrets })
	if (roles.length === 0) {
		terminal.err('(nothing has to be permitted for that)\n')
		return exits.done
	}
	if (call.args.length === 0 && all.some(({ rights }) => rights.some(({ named }) => named !== undefined)))
		terminal.err('(secrets are left out: name a cluster, and its client secret alone is among them)\n')
	const { objectOf, rolesText } = await import('../rbac/text.ts')
	if (flags.text('output') === 'json')
		terminal.out(await documentText('json', { apiVersion: 'v1', kind: 'List', items: roles.map(objectOf) }))
	else terminal.out(rolesText(roles))
	return exits.done
}

async function check(call: Call, all: readonly Command[], secrets: readonly string[]): Promise<number> {
	const { flags, terminal } = call
	const [{ permitted }, { isPermitted, permittedLines }] = await Promise.all([
		import('../rbac/may.ts'),
		import('../rbac/permitted-lines.ts'),
	])
	const reach = await call.reach()
	const namespace = flags.truth('all-namespaces') === true ? undefined : reach.namespace
	const found = await permitted(reach, all, { namespace, home, secrets })
	const output = flags.text('output')
	terminal.out(
		output === undefined
			? `${permittedLines(found, undefined).join('\n')}\n`
			: await documentText(output, { namespace, commands: found }),
	)
	const not = found.filter((one) => !isPermitted(one))
	if (flags.all('for').length === 0 || not.length === 0) return exits.done
	throw new Failure({
		what: `you may not run ${not.map(({ command }) => command).join(', ')}${namespace === undefined ? '' : ` in ${namespace}`}`,
		next: `kubectl etcd rbac ${not.map(({ command }) => `--for ${command.replaceAll(' ', '-')}`).join(' ')} -o yaml prints the role`,
	})
}
