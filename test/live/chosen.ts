// npm test runs a bounded selection of live tests: of those that say the same of another minor, another kind of data or another member, one
// or two. npm run show -- live runs every one.
export const isWhole = process.env['LIVE'] === 'all'
