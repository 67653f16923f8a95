// A time as objects of Kubernetes have it, to the second. Pure.

export const timeText = (ms: number): string => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z')
