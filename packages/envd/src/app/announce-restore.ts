/** What a sandbox does about having been restored, once it knows who it is: nobody in it may go on as its twins do. */

import type { LogText } from '@cay/core/logs/entry.ts'
import type { ProcMount, RestoreNotice } from '../ports/identity.ts'
import type { GuestLog } from './guest-log.ts'
import { type IdentityChange, isOtherSandbox } from './set-identity.ts'

export interface AnnounceDeps {
  readonly procMount: ProcMount
  readonly restoreNotice: RestoreNotice
  readonly log: GuestLog
}

/** Answers the sandbox's new generation. */
export function announceRestore(
  { procMount, restoreNotice, log }: AnnounceDeps,
  change: IdentityChange,
): string {
  const { isRestored } = change
  // First: what the daemon mounts below /proc goes when /proc is mounted anew.
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
