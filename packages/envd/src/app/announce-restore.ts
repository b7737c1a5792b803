/** What a sandbox does about having been restored, once it knows who it is: nobody in it may go on as its twins do. */

import type { LogText } from '@cay/core/logs/entry.ts'
import type { RestoreNotice } from '../ports.ts'
import { type RestoreHookDeps, runRestoreHooks } from './run-restore-hooks.ts'

export interface AnnounceDeps extends RestoreHookDeps {
  readonly restoreNotice: RestoreNotice
}

/** Resolves when the hooks of the template are done, or out of time; never rejects for what they do. */
export async function announceRestore(deps: AnnounceDeps, isOtherSandbox: boolean): Promise<void> {
  const { generation, trouble } = deps.restoreNotice.announce({ isOtherSandbox })
  if (trouble !== undefined) deps.log.add(bootIdEntry(trouble))
  await runRestoreHooks(deps, generation)
}

function bootIdEntry(reason: string): LogText {
  const message = `/proc/sys/kernel/random/boot_id is not the sandbox's own: ${reason}`
  return { level: 'warn', message, fields: { logger: 'envd' } }
}
