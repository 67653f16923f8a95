// TLS secrets of every role, whole unless a test asks for a flaw.
import { generateKeyPairSync } from 'node:crypto'
import { judgeSecret, type Role } from '../../../controller/tls/secrets.ts'
import { Authority, newKeys, validFor, type Validity } from '../../../runtime/pki/certificate.ts'
import type { Side } from '../../../runtime/pki/subject.ts'

export const day = 86_400_000
export const now = Date.parse('2026-11-19T12:00:00Z')
export const month = validFor(30 * day, now)
export const fromNow = (milliseconds: number, life: number): Validity => ({
	from: new Date(now + milliseconds),
	until: new Date(now + milliseconds + life),
})

export const root = new Authority('root', month)
export const between = new Authority('between', month, { above: root })
export const stranger = new Authority('stranger', month)
export const rsa = (modulusLength = 2048) => generateKeyPairSync('rsa', { modulusLength })

export const hosts = ['c-aaaaaaaaaa.c.ns.svc', '*.c.ns.svc', 'localhost', '127.0.0.1']

interface Wish {
	readonly by?: Authority
	readonly name?: string
	readonly names?: readonly string[]
	readonly sides?: readonly Side[]
	readonly validity?: Validity
	readonly keys?: ReturnType<typeof newKeys>
}

export function issue(wish: Wish = {}) {
	const { by = root, name = 'etcd', names = hosts.slice(1), sides, validity = month, keys = newKeys() } = wish
	return by.issue({ name, hosts: names, ...(sides && { sides }) }, validity, keys)
}

export type Texts = Readonly<Record<string, string>>

/** Whatever else is given replaces what is there. */
export function coreos(role: Role, wish: Wish = {}, more: Texts = {}): Texts {
	const { certificate, key } = issue(wish)
	const name = role === 'client' ? 'etcd-client' : role
	return { [`${name}.crt`]: certificate, [`${name}.key`]: key, [`${name}-ca.crt`]: root.certificate, ...more }
}

export function certManager(wish: Wish = {}, more: Texts = {}): Texts {
	const { certificate, key } = issue(wish)
	return { 'tls.crt': certificate, 'tls.key': key, 'ca.crt': root.certificate, ...more }
}

export const without = (texts: Texts, missing: string): Texts =>
	Object.fromEntries(Object.entries(texts).filter(([key]) => key !== missing))

export const encode = (texts: Texts): Texts =>
	Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, Buffer.from(text).toString('base64')]))

export const judge = (role: Role, texts: Texts | undefined) =>
	judgeSecret(role, texts && encode(texts), { hosts, now })
