// What is made from code: path to text.
import { stringify } from 'yaml'
import { crd, definitions } from '../api/crd.ts'
import { kinds } from '../api/types.ts'

const heading = '# Made by npm run generate from api/schema: change it there.\n'

const yaml = (object: unknown): string =>
	heading + stringify(object, { lineWidth: 0, aliasDuplicateObjects: false })

export const generated = (): Map<string, string> =>
	new Map(kinds.map((kind) => [`config/crd/${definitions[kind].plural}.yaml`, yaml(crd(kind))]))
