import { change, create, plain, runs, withClaim, withPod, type Row } from './row.ts'

const coreosTls = { static: { member: { peerSecret: 'p', serverSecret: 's' }, operatorSecret: 'o' } }
const certManager = { certManager: { issuerRef: { name: 'ca' } } }
const turned = 'TLS cannot be turned on or off in a cluster that has members'
const tls = (TLS: object | undefined) => (TLS ? { ...plain, TLS } : plain)
const requests = (storage: string | number | undefined) =>
	withClaim({ resources: storage === undefined ? {} : { requests: { storage } } })
const medium = 'where members keep their data cannot change'
const noPod = { size: 3, version: '3.6.16' }
const claimed = (claim: object) => withClaim({ storageClassName: 'standard', ...claim })

export const shapes: readonly Row[] = [
	create('TLS of coreos', tls(coreosTls)),
	create('TLS by cert-manager', tls(certManager)),
	create('TLS between members only', tls({ static: { member: { peerSecret: 'p' } } })),
	create('TLS with nothing in it', tls({})),
	create('an operator secret alone', tls({ static: { operatorSecret: 'o' } }), {
		refused: { tlsHalfConfigured: 'is missing while operatorSecret is set; write both or neither' },
	}),
	create('a server secret alone', tls({ static: { member: { serverSecret: 's' } } }), {
		refused: { tlsHalfConfigured: 'is missing while member.serverSecret is set; write both or neither' },
	}),
	create('TLS from two places', tls({ ...coreosTls, ...certManager }), {
		refused: { tlsHalfConfigured: 'has both static and certManager; write one of them' },
	}),
	create('cert-manager without an issuer', tls({ certManager: {} }), {
		refused: { tlsHalfConfigured: 'is missing; write the name of an Issuer' },
	}),
	change('TLS on', tls(undefined), tls(coreosTls), { refused: { tlsTurnedOnOrOff: turned }, bySchema: true }),
	change('TLS off', tls(coreosTls), tls(undefined), {
		refused: { tlsTurnedOnOrOff: turned },
		bySchema: true,
	}),
	change(
		'TLS between members off',
		tls(coreosTls),
		tls({ static: { member: { serverSecret: 's' }, operatorSecret: 'o' } }),
		{
			refused: { tlsTurnedOnOrOff: turned },
			bySchema: true,
		},
	),
	change(
		'other secrets',
		tls(coreosTls),
		tls({ static: { member: { peerSecret: 'p2', serverSecret: 's2' }, operatorSecret: 'o2' } }),
	),
	change('from static secrets to cert-manager', tls(coreosTls), tls(certManager)),
	change('a stored half is paused', tls({ static: { operatorSecret: 'o' } }), {
		...tls({ static: { operatorSecret: 'o' } }),
		paused: true,
	}),

	create('a volume', requests('2Gi')),
	create('a volume by number', requests(2_147_483_648)),
	create('a volume without a size', requests(undefined), {
		refused: { storageUnreadable: 'is missing; write how large each volume shall be, such as 10Gi' },
	}),
	create('a volume of 10 GB', requests('10 GB'), {
		refused: { storageUnreadable: '"10 GB" is not a size; write one such as 10Gi' },
	}),
	create('a volume of nothing', requests('0'), { refused: { storageUnreadable: '"0" is not a size' } }),
	change('a larger volume', requests('2Gi'), requests('3Gi')),
	change('a larger volume in other words', requests('2Gi'), requests('2200M')),
	change('the same volume in other words', requests('2Gi'), requests('2048Mi')),
	change('a smaller volume', requests('2Gi'), requests('1Gi'), {
		refused: { storageShrinks: 'volumes cannot shrink; write' },
		bySchema: true,
	}),
	change('a smaller volume in other words', requests('2Gi'), requests('2G'), {
		refused: { storageShrinks: 'volumes cannot shrink' },
		bySchema: true,
	}),
	change('a smaller volume by number', requests(2_147_483_648), requests(1_073_741_824), {
		refused: { storageShrinks: 'volumes cannot shrink' },
		bySchema: true,
	}),
	change('a smaller volume, once a number and once a text', requests(2_147_483_648), requests('1Gi'), {
		refused: { storageShrinks: 'volumes cannot shrink' },
	}),
	change('a size that no volume could be given is taken back', requests('4Gi'), requests('2Gi'), {
		status: { volumeSize: '2Gi' },
	}),
	change('less than any volume has', requests('4Gi'), requests('1Gi'), {
		status: { volumeSize: '2Gi' },
		refused: { storageShrinks: 'volumes cannot shrink' },
		bySchema: true,
	}),
	change('another class', claimed({}), claimed({ storageClassName: 'fast' }), {
		refused: { storageClassChanges: 'storageClassName cannot change in a cluster that has members' },
		bySchema: true,
	}),
	change('a class where there was none', requests('2Gi'), claimed({}), {
		refused: { storageClassChanges: 'storageClassName cannot change' },
		bySchema: true,
	}),
	change('other modes', claimed({}), claimed({ accessModes: ['ReadWriteMany'] }), {
		refused: { storageModesChange: 'accessModes cannot change' },
	}),
	change('from a volume to none', plain, noPod, {
		refused: { storageMediumChanges: medium },
		bySchema: true,
	}),
	change('from none to a volume', noPod, plain, {
		refused: { storageMediumChanges: medium },
		bySchema: true,
	}),
	change(
		'from emptyDir to memory',
		noPod,
		{ ...noPod, pod: { tmpfs: true } },
		{
			refused: { storageMediumChanges: medium },
			bySchema: true,
		},
	),
	create('a volume and memory', withPod({ tmpfs: true }), {
		refused: { storageTwice: 'is true beside a volume; write persistentVolumeClaimSpec or tmpfs' },
	}),
	change(
		'a size is taken back, and the quota is more than it',
		{ ...requests('4Gi'), quotaBackendBytes: '3Gi' },
		{ ...requests('2Gi'), quotaBackendBytes: '3Gi' },
		{
			status: { volumeSize: '2Gi' },
			refused: { quotaUnfit: '3Gi is more than the volume of 2Gi; write less, or a larger volume' },
		},
	),
	create('a quota', {
		...withClaim({ resources: { requests: { storage: '20Gi' } } }),
		quotaBackendBytes: '8Gi',
	}),
	create(
		'a quota above the advised',
		{ ...requests('100Gi'), quotaBackendBytes: '16Gi' },
		{
			warned: { quotaUnfit: '16Gi is more than the 8Gi that etcd advises' },
		},
	),
	create(
		'a quota above the volume',
		{ ...plain, quotaBackendBytes: '4Gi' },
		{
			refused: { quotaUnfit: '4Gi is more than the volume of 2Gi; write less, or a larger volume' },
		},
	),
	create(
		'a quota of nothing',
		{ ...plain, quotaBackendBytes: 0 },
		{
			refused: { quotaUnfit: '0 is less than 16Mi; write 2Gi to 8Gi' },
		},
	),
	create(
		'a quota in words',
		{ ...plain, quotaBackendBytes: 'much' },
		{
			refused: { quotaUnfit: '"much" is not an amount; write one such as 8Gi' },
		},
	),
	change(
		'a quota below what is in use',
		{ ...plain, quotaBackendBytes: '2Gi' },
		{ ...plain, quotaBackendBytes: '1Gi' },
		{
			status: { ...runs('3.6.16'), dbSize: '1500Mi' },
			refused: { quotaUnfit: '1Gi is not more than the 1500Mi in use: writes would stop; write more' },
		},
	),
	change(
		'a stored half of TLS gets another peer secret',
		tls({ static: { operatorSecret: 'o', member: { peerSecret: 'p' } } }),
		tls({ static: { operatorSecret: 'o', member: { peerSecret: 'q' } } }),
	),
	change('a stored volume without a size is paused', requests(undefined), {
		...requests(undefined),
		paused: true,
	}),
	change(
		'the quota is taken away below what is in use',
		{ ...requests('20Gi'), quotaBackendBytes: '8Gi' },
		requests('20Gi'),
		{
			status: { ...runs('3.6.16'), dbSize: '6Gi' },
			refused: { quotaUnfit: '2Gi is not more than the 6Gi in use: writes would stop; write more' },
		},
	),
]
