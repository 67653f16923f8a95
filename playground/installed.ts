// A playground with the operator installed, for shows: the one that PLAYGROUND names, or one of their own that ends with them.
import { install, loadOperator } from './install.ts'
import { Playground } from './playground.ts'

export async function withOperator(
	name: string,
	run: (playground: Playground) => Promise<void>,
): Promise<void> {
	const named = process.env['PLAYGROUND']
	if (named !== undefined) return await run(await Playground.join(named))
	await using playground = await Playground.start({ name, nodes: 3 })
	await loadOperator(playground)
	await install(playground, 'self-signed')
	await run(playground)
}
