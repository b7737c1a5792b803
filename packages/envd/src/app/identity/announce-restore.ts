/**
 * Announces a restore inside the sandbox once its identity is set, so that no process continues with state (boot id,
 * random pool) that other sandboxes restored from the same checkpoint share.
 */

import type { LogText } from '@cay/core/logs/entry.ts'
import type { ProcMount, RestoreNotice } from '../../ports/identity.ts'
import type { GuestLog } from '../logs/guest-log.ts'
import { type IdentityChange, isOtherSandbox } from './set-identity.ts'

export interface AnnounceDeps {
  readonly procMount: ProcMount
  readonly restoreNotice: RestoreNotice
  readonly log: GuestLog
}

/** Returns the sandbox's new generation. */
export function announceRestore(
  { procMount, restoreNotice, log }: AnnounceDeps,
  change: IdentityChange,
): string {
  const { isRestored } = change
  // This comes first: remounting /proc removes the files that the daemon bind-mounts below it.
  const procTrouble = isRestored ? procMount.dropCache() : undefined
  if (procTrouble !== undefined) log.add(procCacheEntry(procTrouble))
  const { generation, trouble } = restoreNotice.announce({
    isRestored,
    isOtherSandbox: isOtherSandbox(change),
  })
  if (trouble !== undefined) log.add(bootIdEntry(trouble))
  return generation
}

function procCacheEntry(reason: string): LogText {
  const message = `failed to remount /proc; pauses and resumes take longer: ${reason}`
  return { level: 'warn', message, fields: { logger: 'envd' } }
}

function bootIdEntry(reason: string): LogText {
  const message = `failed to replace /proc/sys/kernel/random/boot_id: ${reason}`
  return { level: 'warn', message, fields: { logger: 'envd' } }
}
