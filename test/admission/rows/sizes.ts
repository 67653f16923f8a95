import { change, create, plain, remove, runs, scale, withPod, type Row } from './row.ts'

const even = (size: number) => `${size} is even; write ${size - 1} or ${size + 1}`
const two = { refused: { sizeIsEven: even(2) }, bySchema: true } as const
const zero = 'no size; write 1, 3, 5 or 7'
const large = 'more than 7; write 7 at most'
const legacy = (size: number) => ({ size, version: '3.2.13' })

export const sizes: readonly Row[] = [
	...[1, 3, 5, 7].map((size) => create(`size ${size}`, { ...plain, size })),
	...[2, 4, 6].map((size) =>
		create(`size ${size}`, { ...plain, size }, { refused: { sizeIsEven: even(size) }, bySchema: true }),
	),
	create('size 0', { ...plain, size: 0 }, { refused: { sizeIsZero: zero }, bySchema: true }),
	create('size 8', { ...plain, size: 8 }, { refused: { sizeAboveSeven: large }, bySchema: true }),
	create('size 9', { ...plain, size: 9 }, { refused: { sizeAboveSeven: large }, bySchema: true }),
	create(
		'no size',
		{ version: '3.6.16', pod: plain.pod },
		{ refused: { sizeMissing: 'is missing; write 1, 3, 5 or 7' }, bySchema: true },
	),
	create('no spec', undefined, { refused: { specMissing: 'is missing; write at least size: 3' } }),
	...[
		[1, 3],
		[3, 5],
		[5, 3],
		[7, 1],
		[1, 7],
	].map(([from = 0, to = 0]) => change(`${from} to ${to}`, { ...plain, size: from }, { ...plain, size: to })),
	change('3 to 4', plain, { ...plain, size: 4 }, { refused: { sizeIsEven: even(4) }, bySchema: true }),
	change('3 to 2', plain, { ...plain, size: 2 }, two),
	change('3 to 0', plain, { ...plain, size: 0 }, { refused: { sizeIsZero: zero }, bySchema: true }),
	change(
		'7 to 9',
		{ ...plain, size: 7 },
		{ ...plain, size: 9 },
		{ refused: { sizeAboveSeven: large }, bySchema: true },
	),
	change(
		'the size is taken away',
		plain,
		{ version: '3.6.16', pod: plain.pod },
		{
			refused: { sizeMissing: 'is missing' },
			bySchema: true,
		},
	),
	change('the spec is taken away', plain, undefined, { refused: { specMissing: 'is missing' } }),

	change('a stored 4 is paused', legacy(4), { ...legacy(4), paused: true }),
	change('a stored 0 is paused', legacy(0), { ...legacy(0), paused: true }),
	change('a stored 9 is paused', legacy(9), { ...legacy(9), paused: true }),
	change(
		'a stored cluster without a size is paused',
		{ version: '3.2.13' },
		{ version: '3.2.13', paused: true },
	),
	change('a stored 4 becomes 5', legacy(4), legacy(5)),
	change('a stored 4 becomes 2', legacy(4), legacy(2), two),
	change('a stored 9 becomes 7', legacy(9), legacy(7)),
	change('a stored 9 becomes 8', legacy(9), legacy(8), {
		refused: { sizeAboveSeven: large },
		bySchema: true,
	}),
	change('a stored 0 becomes 3', legacy(0), legacy(3)),
	change('a stored cluster without a spec gets one', undefined, plain),
	change('a stored 4 gets other resources', legacy(4), {
		...legacy(4),
		pod: { resources: { limits: { cpu: 1 } } },
	}),
	change(
		'status says what it likes of the size',
		plain,
		{ ...plain, size: 5 },
		{ status: { ...runs('3.6.16'), size: 2 } },
	),

	scale('scale 3 to 5', 3, 5),
	scale('scale 5 to 1', 5, 1),
	scale('scale 3 to 4', 3, 4, { refused: { sizeIsEven: even(4) }, bySchema: true }),
	scale('scale 3 to 0', 3, 0, { refused: { sizeIsZero: zero }, bySchema: true }),
	scale('scale 7 to 9', 7, 9, { refused: { sizeAboveSeven: large }, bySchema: true }),
	scale('scale a stored 4 to 5', 4, 5),
	scale('scale a stored 4 to 4', 4, 4),
	scale('scale a stored 4 to 6', 4, 6, { refused: { sizeIsEven: even(6) }, bySchema: true }),

	remove('delete'),
	remove('delete what is protected', {
		storedAnnotations: { 'etcd.database.coreos.com/deletion-protection': 'true' },
		refused: { deletionGuarded: 'remove that first if it is meant' },
	}),
	remove('delete what is not protected any more', {
		storedAnnotations: { 'etcd.database.coreos.com/deletion-protection': 'false' },
	}),
	create('a name of 52', plain, { name: `a${'b'.repeat(51)}` }),
	create('a name of 53', plain, {
		name: `a${'b'.repeat(52)}`,
		refused: { nameTooLong: 'has 53 letters; write 52 at most' },
	}),
	create('a name with a dot', plain, {
		name: 'a.b',
		refused: { nameUnfit: '"a.b" cannot name a Service; write a letter' },
	}),
	create('a name that begins with a digit', plain, {
		name: '1a',
		refused: { nameUnfit: '"1a" cannot name a Service' },
	}),
	change('a stored long name is paused', plain, { ...plain, paused: true }, { name: `a${'c'.repeat(60)}` }),
	create(
		'an emptyDir',
		{ size: 3, version: '3.6.16' },
		{
			warned: { dataInPod: 'the data of a pod is gone with it' },
		},
	),
	create(
		'several things at once',
		{ ...withPod({ labels: { app: 'x' } }), size: 4, version: 'latest' },
		{
			refused: {
				sizeIsEven: even(4),
				versionUnreadable: '"latest" is not an etcd version',
				labelReserved: 'are ours; choose another key',
			},
			bySchema: true,
		},
	),
]
