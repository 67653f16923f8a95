// Copies the data of a member on its own volume before anything is done to it. Pure.
export const dataRoot = '/var/etcd'

/** Beside the data of its member. */
export const copyName = (value: string): string => `before-recovery-${value}`

export const keepCopy = ({ value, image }: { readonly value: string; readonly image: string }) => ({
	name: 'keep-copy',
	image,
	args: ['/app/recovery.cjs', `${dataRoot}/data`, `${dataRoot}/${copyName(value)}`],
	resources: { requests: { cpu: '20m', memory: '64Mi' } },
	securityContext: {
		allowPrivilegeEscalation: false,
		readOnlyRootFilesystem: true,
		capabilities: { drop: ['ALL'] },
	},
	terminationMessagePolicy: 'FallbackToLogsOnError',
	volumeMounts: [{ name: 'etcd-data', mountPath: dataRoot }],
})
