// A byte that a disk changed: the database opens, and etcd would serve it.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { MemberProcess } from './process.ts'

/** Wherever the value is, since pages that were freed keep what they had. */
export async function corruptDatabase({ dir }: MemberProcess, value: string): Promise<void> {
	const path = join(dir, 'data/member/snap/db')
	const bytes = await readFile(path)
	const first = bytes.indexOf(value)
	if (first < 0) throw new Error(`the value is not in ${path}`)
	for (let at = first; at >= 0; at = bytes.indexOf(value, at + 1)) bytes.write('A', at)
	await writeFile(path, bytes)
}
