// One line of JSON an event: a constant message with fields. Two levels only, info and debug.
import { pino, type Logger } from 'pino'

export type Log = Logger

export const createLog = (part: string): Log =>
	pino({
		level: process.env['LOG_LEVEL'] === 'debug' ? 'debug' : 'info',
		base: { part },
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (label) => ({ level: label }) },
	})
