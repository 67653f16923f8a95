// A look that came too late. Pure.

/** The world is not what it was a moment ago: nothing was done, and the next look decides anew. */
export class NotNow extends Error {}
