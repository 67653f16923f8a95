// Every command there is, in the order in which people meet them.
import { alarmDisarm, alarmLs } from './catalogue/alarm.ts'
import { check } from './catalogue/check.ts'
import { completion } from './catalogue/completion.ts'
import { create } from './catalogue/create.ts'
import { ctl } from './catalogue/ctl.ts'
import { defrag } from './catalogue/defrag.ts'
import { doctor } from './catalogue/doctor.ts'
import { events } from './catalogue/events.ts'
import { flags } from './catalogue/flags.ts'
import { get } from './catalogue/get.ts'
import { install, installCheck, uninstall } from './catalogue/install.ts'
import { logs } from './catalogue/logs.ts'
import { membersReplace } from './catalogue/members-replace.ts'
import { members } from './catalogue/members.ts'
import { moveLeader } from './catalogue/move-leader.ts'
import { env, portForward } from './catalogue/outside.ts'
import { pause, resume } from './catalogue/pause.ts'
import { rbac } from './catalogue/rbac.ts'
import { recover } from './catalogue/recover.ts'
import { report } from './catalogue/report.ts'
import { restart } from './catalogue/restart.ts'
import { restore } from './catalogue/restore.ts'
import { scale } from './catalogue/scale.ts'
import { status } from './catalogue/status.ts'
import { upgrade } from './catalogue/upgrade.ts'
import { snapshotSchedule } from './catalogue/snapshot-schedule.ts'
import { snapshotSave, snapshotStatus, snapshotVerify } from './catalogue/snapshot.ts'
import { snapshotDownload, snapshotLs, snapshotShow } from './catalogue/stored-snapshots.ts'
import { version } from './catalogue/version.ts'
import { wait } from './catalogue/wait.ts'
import type { Command } from './command.ts'

export const commands: readonly Command[] = [
	status,
	get,
	members,
	events,
	logs,
	doctor,
	check,
	wait,
	create,
	scale,
	upgrade,
	restart,
	pause,
	resume,
	membersReplace,
	defrag,
	alarmLs,
	alarmDisarm,
	moveLeader,
	snapshotSave,
	snapshotSchedule,
	snapshotLs,
	snapshotShow,
	snapshotDownload,
	snapshotStatus,
	snapshotVerify,
	restore,
	recover,
	ctl,
	portForward,
	env,
	report,
	install,
	installCheck,
	uninstall,
	rbac,
	version,
	completion,
	flags,
]
