// Where the regions of AWS are. Pure.

/** AWS in China is another. */
export const domainOf = (region: string): string =>
	region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com'
