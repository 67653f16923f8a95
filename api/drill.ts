// What a failed drill says of the snapshot that was tried. Pure.

const spoiled: ReadonlySet<string | undefined> = new Set(['differs', 'broken', 'manifest'])

/** It is not what it should be; anything else is in the way of trying it. */
export const isSpoiled = (code: string | undefined): boolean => spoiled.has(code)
