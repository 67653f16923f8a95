// npm run release:local [-- --only linux-amd64,darwin-arm64] [--from ADDRESS] [--output FOLDER]: makes a release on this machine and
// publishes nothing.
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Complaint, sentence } from '../playground/complaint.ts'
import { nameOf, platforms, type Platform } from './release/platforms.ts'
import { release, type Made } from './release/release.ts'

const flags = { only: { type: 'string' }, from: { type: 'string' }, output: { type: 'string' } } as const

function chosen(only: string | undefined): readonly Platform[] {
	if (only === undefined) return platforms
	const names = new Set(only.split(','))
	const known = platforms.map(nameOf)
	const unknown = [...names].find((name) => !known.includes(name))
	if (unknown !== undefined)
		throw new Complaint(
			`--only: "${unknown}" is no platform of a release: use one or more of ${known.join(',')}.`,
		)
	return platforms.filter((platform) => names.has(nameOf(platform)))
}

function address(from: string | undefined): string | undefined {
	if (from === undefined || (URL.canParse(from) && /^https?:/.test(from))) return from
	throw new Complaint(`--from: "${from}" is no address: use one such as https://example.com/releases/v1.2.3.`)
}

const row = ({ file, bytes, sha256 }: Made): string =>
	`${sha256}  ${(bytes / 1e6).toFixed(1).padStart(6)} MB  ${file}`

try {
	const { values } = parseArgs({ options: flags })
	const output = resolve(values.output ?? join(import.meta.dirname, '../dist'))
	const made = await release({ platforms: chosen(values.only), output, from: address(values.from) })
	process.stdout.write(`${made.map(row).join('\n')}\nall of it, with krew's manifest, is in ${output}\n`)
} catch (reason) {
	const isMisuse = reason instanceof Complaint || (reason instanceof TypeError && 'code' in reason)
	if (!isMisuse) throw reason
	process.stderr.write(`${sentence(reason)}\n`)
	process.exitCode = 1
}
