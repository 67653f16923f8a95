// Lines as they were asked for: readable, or as the container wrote them. Pure.
import { paintOf } from '../screen/paint.ts'
import type { Terminal } from '../terminal.ts'
import type { Cluster } from '../target.ts'
import { isAtLeast, type Level } from './level.ts'
import type { Notes } from './notes.ts'
import { lineText } from './shape.ts'
import type { Source } from './source.ts'
import { dayOf, type Stamped } from './stamped.ts'
import { understand, type Understood } from './understand.ts'

export interface Wanted {
	readonly cluster: Cluster | undefined
	/** Of the operator's lines those about the cluster. */
	readonly isOperator: boolean
	readonly level: Level
	readonly raw: boolean
	readonly stamps: boolean
	readonly sources: readonly Source[]
}

interface From {
	readonly source: Source
}

const idsOf = (cluster: Cluster | undefined): ReadonlyMap<string, string> =>
	new Map(
		(cluster?.status?.memberStates ?? []).flatMap(({ id, name }) =>
			id !== undefined && id !== '' && name !== undefined && name !== '' ? [[id, name] as const] : [],
		),
	)

const has = ({ fields }: Understood, name: string, value: string | undefined): boolean =>
	fields.some(([field, text]) => field === name && text === value)

const isAbout = (said: Understood, { metadata }: Cluster): boolean =>
	has(said, 'namespace', metadata.namespace) && has(said, 'name', metadata.name)

export function printer(wanted: Wanted, terminal: Terminal, notes: Notes): (line: Stamped & From) => void {
	const { cluster, isOperator, level, raw, stamps, sources } = wanted
	const hues = new Map(sources.map(({ who }, at) => [who, at]))
	const shape = {
		paint: paintOf(terminal.colour),
		ids: idsOf(cluster),
		stamps,
		hues,
		without: new Set(isOperator && cluster ? ['namespace', 'name'] : []),
	}
	let day = ''
	return (line) => {
		const { who } = line.source
		if (!hues.has(who)) hues.set(who, hues.size)
		const said = understand(line.text)
		if (isOperator && cluster && !isAbout(said, cluster)) return
		if (!isOperator) notes.add(line.at, who, said)
		if (!isAtLeast(said.level, level)) return
		if (raw) return terminal.out(`${stamps ? `${line.stamp} ` : ''}${line.text}\n`)
		if (!stamps && line.at > 0 && dayOf(line.at) !== day) {
			day = dayOf(line.at)
			terminal.out(`${shape.paint.dim(`${day} (UTC)`)}\n`)
		}
		terminal.out(`${lineText(line, who, said, shape)}\n`)
	}
}
