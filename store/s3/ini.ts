// The files `credentials` and `config` as AWS's tools write them: sections of names and values. Pure.

type Section = Readonly<Record<string, string>>

/** By the name of the profile, in either file's spelling. */
export function profilesIn(text: string): ReadonlyMap<string, Section> {
	const found = new Map<string, Record<string, string>>()
	let current: Record<string, string> | undefined
	for (const raw of text.split(/\r?\n/)) {
		const line = raw.replace(/(^|\s)[#;].*$/, '').trimEnd()
		const [, section] = /^\[\s*(?:profile\s+)?"?([^"\]]+?)"?\s*\]$/.exec(line.trim()) ?? []
		if (section !== undefined) {
			current = found.get(section) ?? {}
			found.set(section, current)
			continue
		}
		// What stands further in belongs to the line before, and none of what we need does.
		const [, name, value] = /^([^\s=]+)\s*=\s*(.*)$/.exec(line) ?? []
		if (current !== undefined && name !== undefined) current[name.toLowerCase()] = value ?? ''
	}
	return found
}

export interface Told {
	readonly accessKeyId: string
	readonly secretAccessKey: string
	readonly sessionToken: string | undefined
	readonly region: string | undefined
}

/** What to write instead, when something is missing. */
export function keysIn(files: { readonly credentials?: string; readonly config?: string }): Told | string {
	const [credentials, config] = [profilesIn(files.credentials ?? ''), profilesIn(files.config ?? '')]
	const own = credentials.get('default')
	if (own === undefined)
		return files.credentials === undefined
			? 'has no key credentials: write one with a section [default], as the AWS command line has it'
			: 'has no section [default] in credentials: write one with aws_access_key_id and aws_secret_access_key'
	const { aws_access_key_id: id = '', aws_secret_access_key: secret = '', aws_session_token: token } = own
	if (id === '') return 'has no aws_access_key_id in [default] of credentials: write it'
	if (secret === '') return 'has no aws_secret_access_key in [default] of credentials: write it'
	return {
		accessKeyId: id,
		secretAccessKey: secret,
		sessionToken: token === '' ? undefined : token,
		region: config.get('default')?.['region'] ?? own['region'],
	}
}
