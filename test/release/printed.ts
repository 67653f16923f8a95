// The first file of a program that prints what is built into it and what it sees of its environment, for the tests of both.
import { manifests } from '../../plugin/built-in/manifests.ts'
import { version } from '../../plugin/built-in/version.ts'

process.stdout.write(JSON.stringify({ manifests, version, mode: process.env['MODE'] ?? 'none' }))
