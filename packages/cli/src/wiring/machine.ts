/** The ports of the verbs, as they are on this machine. */

import { reservePort } from '@cay/kit/host/reserve-port.ts'
import { readBackup, writeBackup } from '../edge/backup/backup-archive.ts'
import { ensureBackupKey, readBackupKey } from '../edge/backup/backup-key.ts'
import { copyDatabase } from '../edge/backup/copy-database.ts'
import { linkTree } from '../edge/backup/link-tree.ts'
import { readClusterFile, writeClusterFile } from '../edge/cluster/cluster-file.ts'
import { ensureBackports, installPackages, readCodename, updateLists } from '../edge/host/apt.ts'
import { inspectPrograms } from '../edge/host/host-programs.ts'
import { findOwners } from '../edge/host/known-users.ts'
import { findUnreadable } from '../edge/host/readable-clone.ts'
import { findUnresolvedNames } from '../edge/host/resolve-names.ts'
import { setOwners } from '../edge/service/data-directory.ts'
import { copyForService, prepareCopies } from '../edge/service/file-copies.ts'
import { whyNotListen } from '../edge/service/ports.ts'
import { BoundedServiceLog } from '../edge/service/service-log.ts'
import { findViewSources, makeView } from '../edge/service/service-view.ts'
import { openUpFile, readUpFile } from '../edge/service/up-file.ts'
import type { BackupReader, BackupWriter } from '../ports/backup-files.ts'
import type { ClusterFiles } from '../ports/cluster-files.ts'
import type { PackageManager } from '../ports/package-manager.ts'
import type { ServiceHost } from '../ports/service-host.ts'
import type { OpenServiceLog, Ports, UpRecords } from '../ports/supervisor.ts'

export const upRecords: UpRecords = { read: readUpFile, open: openUpFile }
export const hostPorts: Ports = { whyNotListen, reserve: reservePort }
export const openServiceLog: OpenServiceLog = (path, show) => new BoundedServiceLog(path, show)
export const packageManager: PackageManager = {
  inspectPrograms,
  readCodename,
  ensureBackports,
  updateLists,
  installPackages,
  findUnresolvedNames,
}
export const serviceHost: ServiceHost = {
  findUnreadable,
  findOwners,
  setOwners,
  prepareCopies,
  copyForService,
  findViewSources,
  makeView,
}
export const clusterFiles: ClusterFiles = { read: readClusterFile, write: writeClusterFile }
export const backupWriter: BackupWriter = { linkTree, copyDatabase, writeBackup, ensureKey: ensureBackupKey }
export const backupReader: BackupReader = { readBackup, readKey: readBackupKey }
