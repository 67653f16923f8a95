// Which image the controller runs, by its own pod: found once, asked for again where it could not be, and told what to do where it never can.
import test from 'ava'
import { optionsOf } from '../../controller/options.ts'
import { createOwnImage } from '../../controller/own-image.ts'
import { kinds } from '../../kube/objects.ts'
import type { Pod } from '../../kube/pod.ts'
import { createLog } from '../../runtime/log.ts'
import { ground } from './world.ts'

test('it is that of its own container, as soon as its pod can be read, and then for good', async (t) => {
	await using on = await ground('image')
	const namespace = await on.home()
	const { kube } = on.there
	const options = optionsOf([], { POD_NAME: 'controller-x', POD_NAMESPACE: namespace })
	let at = 0
	const own = createOwnImage(kube, options, createLog('test'), () => at)
	await t.throwsAsync(own.need(), { message: /set OPERATOR_IMAGE$/ })

	const containers = ['proxy', 'controller'].map((name) => ({ name, image: `mirror/${name}:1` }))
	const pod = await kube.create<Pod>(kinds.pod, {
		metadata: { namespace, name: 'controller-x' },
		spec: { containers },
	})
	at += 59_000
	t.is(await own.find(), undefined)
	at += 1000
	// Whoever asks meanwhile waits for the same answer.
	t.deepEqual(await Promise.all([own.find(), own.need()]), ['mirror/controller:1', 'mirror/controller:1'])

	await kube.remove(kinds.pod, { namespace, name: 'controller-x', uid: pod.metadata.uid ?? '' })
	at += 3_600_000
	t.is(await own.need(), 'mirror/controller:1')
	const told = optionsOf([], { OPERATOR_IMAGE: 'here:1' })
	t.is(await createOwnImage(kube, told, createLog('test'), () => at).need(), 'here:1')
})
