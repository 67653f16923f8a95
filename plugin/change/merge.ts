// What a merge patch makes of an object, as the API server does it: null takes a field away, and lists are whole. Pure.

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value)

export function merged(target: unknown, patch: unknown): unknown {
	if (!isObject(patch)) return patch
	const result: Record<string, unknown> = isObject(target) ? { ...target } : {}
	for (const [key, value] of Object.entries(patch))
		if (value === null) delete result[key]
		else result[key] = merged(result[key], value)
	return result
}
