// Where names for completion and the last error are kept, for this user alone.
import { homedir } from 'node:os'
import { join } from 'node:path'

export const cacheFolder = (env: NodeJS.ProcessEnv): string =>
	join(
		env['XDG_CACHE_HOME'] ||
			(process.platform === 'win32' && env['LOCALAPPDATA']) ||
			join(homedir(), '.cache'),
		'kubectl-etcd',
		'plugin',
	)
