// What secrets look like within texts, such as logs, arguments and messages. Pure.

interface SecretText {
	readonly what: string
	readonly form: RegExp
	/** From the whole match and its groups. */
	readonly by: (whole: string, groups: readonly string[]) => string
}

export const redacted = '<redacted>'

const secretWords =
	/pass(word|wd|phrase)|secret|token|credential|private|api[-_.]?key|access[-_.]?key|signing[-_.]?key|(^|[-_.])(auth|jwt|dsn|pwd)([-_.]|$)/i
/** What members are told as the token of their cluster is no secret, and tells clusters apart. */
const clusterToken = /initial[-_]cluster[-_]token/i

/** Whether the name of a variable, of an annotation or of a flag says that its value is a secret. */
export const looksSecret = (name: string): boolean => secretWords.test(name) && !clusterToken.test(name)

export const secretTexts: readonly SecretText[] = [
	{
		what: 'a private key',
		form: /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z0-9 ]*PRIVATE KEY-----|$)/g,
		by: () => redacted,
	},
	{
		what: 'a name and a password in an address',
		form: /([a-z][a-z0-9+.-]*:\/\/)[^/\s:@"']*:[^/\s@"']+@/gi,
		by: (_, [scheme = '']) => `${scheme}${redacted}@`,
	},
	{ what: 'a signed token', form: /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, by: () => redacted },
	{
		what: 'what somebody logs in with',
		form: /\b(Bearer|Basic) [\w.~+/=-]{8,}/gi,
		by: (_, [kind = '']) => `${kind} ${redacted}`,
	},
	{
		what: 'the value of a flag',
		form: /(?<![\w-])(--?([\w-]+)[= ])("[^"]*"|[^\s",]+)/g,
		by: (whole, [before = '', name = '']) => (looksSecret(name) ? before + redacted : whole),
	},
	// etcd says at its start which variables it does not know, with their values.
	{
		what: 'the value of a variable',
		form: /\b([A-Z][A-Z0-9_]*)=([^\s",\\]+)/g,
		by: (whole, [name = '']) => (looksSecret(name) ? `${name}=${redacted}` : whole),
	},
	{
		what: 'a password',
		form: /\b((?:\w+[_-])?(?:password|passwd|passphrase|api[_-]?key|access[_-]?key)\\?["']?\s*[=:]\s*)(\\?"[^"]*"|[^\s,;"'}<]+)/gi,
		by: (_, [before = '']) => before + redacted,
	},
	// etcd names the keys of slow requests.
	{
		what: 'a key or value of etcd',
		form: /\b(key|range_end|value|lease_key):(\s?)(\\*")(?:.*?)(?:(?<!\\)\3|$)/gm,
		by: (_, [name = '', gap = '']) => `${name}:${gap}${redacted}`,
	},
	{
		what: 'a key or value of etcd',
		form: /\b(key|range_begin|range_end|value):(?!\s?[<\\"])([^;{}"]+)(?=;)/g,
		by: (whole, [name = '', value = '']) => (value.trim() === '' ? whole : `${name}:${redacted}`),
	},
]
