/** Derives the lifecycle of a sandbox from its create request. */
import { limits } from '@cay/contract/limits.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface LifecycleRequest {
  readonly autoPause: boolean
  readonly autoPauseMemory: boolean
  readonly autoResume?: { readonly enabled: boolean } | undefined
  readonly timeout: number
}

/**
 * Takes a request that passed `checkCreate`. A resume by traffic sets the timeout of the create, raised to a useful
 * minimum.
 */
export function lifecycleOf(request: LifecycleRequest, maxHours: number): Lifecycle {
  return {
    onTimeout: request.autoPause ? 'pause' : 'kill',
    filesOnly: !request.autoPauseMemory,
    autoResume: request.autoResume?.enabled ?? false,
    autoResumeSeconds: Math.min(Math.max(request.timeout, limits.autoResumeSecondsMin), maxHours * 3600),
  }
}
