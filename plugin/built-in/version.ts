// Which release this is. Files of this folder run when the executable is made; in it stand the values that they had then.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const file = join(import.meta.dirname, '../../package.json')

export const { version } = JSON.parse(readFileSync(file, 'utf8')) as { readonly version: string }
