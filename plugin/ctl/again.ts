// The very line that was written, with one flag more. Pure.

const plain = /^[\w@%+=:,./-]+$/

const quotedWord = (word: string): string =>
	plain.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`

/** Before "--", behind which flags are none of ours. */
export function againWith(flag: string, argv: readonly string[]): string {
	const end = argv.indexOf('--')
	const at = end < 0 ? argv.length : end
	return ['kubectl', 'etcd', ...argv.slice(0, at), flag, ...argv.slice(at)].map(quotedWord).join(' ')
}
