// Texts of others, such as logs, without letters that move the cursor or change colours. Pure.

/** Whoever writes to etcd may have its log say anything. */
export const harmless = (text: string): string =>
	// oxlint-disable-next-line no-control-regex
	text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (letter) => {
		if (letter === '\t') return ' '
		if (letter === '\n') return '\\n'
		return `\\x${letter.charCodeAt(0).toString(16).padStart(2, '0')}`
	})
