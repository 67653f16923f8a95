// Where a snapshot is: one store, the named one, with a path that can be one. Pure.
import { sourceOf, type sources, type storageTypes } from '../schema/source.ts'
import type { Shape } from '../schema/field.ts'
import { nothing, quoted, type Found } from './finding.ts'

type Sources = Shape<typeof sources>
type StorageType = (typeof storageTypes)[number]

const names = Object.values(sourceOf)
const types = Object.keys(sourceOf) as StorageType[]

export function sourceFindings(
	of: Sources,
	type: StorageType | undefined,
	field: string,
	typeField: string,
): readonly Found[] {
	const typePath = `${field}.${typeField}`
	const choices = `write ${types.slice(0, -1).join(', ')} or ${types.at(-1)}`
	if (type === undefined) return [{ field: typePath, message: `is missing; ${choices}` }]
	if (!Object.hasOwn(sourceOf, type))
		return [{ field: typePath, message: `${quoted(type)} is no store; ${choices}` }]
	const wanted = sourceOf[type]
	const others = names.filter((name) => name !== wanted && of[name] !== undefined)
	const found: Found[] = others.map((name) => ({
		field: `${field}.${name}`,
		message: `is set beside ${typeField} ${type}; remove it, since there is one store`,
	}))
	const source = of[wanted]
	if (source === undefined)
		return [
			...found,
			{ field: `${field}.${wanted}`, message: `is missing while ${typeField} is ${type}; write it` },
		]
	const path = source.path ?? ''
	if (wanted === 'pvc') {
		if (!of.pvc?.claimName)
			found.push({ field: `${field}.pvc.claimName`, message: 'is missing; write the name of a claim' })
		if (path.split('/').includes('..'))
			found.push({
				field: `${field}.pvc.path`,
				message: `${quoted(path)} leads out of the volume; write a path inside it`,
			})
	} else if (!/^[^/]+\/[^/]/.test(path))
		found.push({
			field: `${field}.${wanted}.path`,
			message:
				path === '' ? 'is missing; write <bucket>/<key>' : `${quoted(path)} has no key; write <bucket>/<key>`,
		})
	return found
}

export const keyFindings = (
	encryption: { readonly keySecret?: string } | undefined,
	field: string,
): readonly Found[] =>
	encryption === undefined || encryption.keySecret
		? nothing
		: [
				{
					field: `${field}.encryption.keySecret`,
					message: 'is missing; write the name of a Secret with 32 bytes under key',
				},
			]
