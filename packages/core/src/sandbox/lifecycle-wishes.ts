/** The life cycle that the wishes of a create come to. */
import { limits } from '@cay/contract/limits.ts'
import type { Lifecycle } from './lifecycle.ts'

export interface LifecycleWishes {
  readonly autoPause: boolean
  readonly autoPauseMemory: boolean
  readonly autoResume?: { readonly enabled: boolean } | undefined
  readonly timeout: number
}

/** Of wishes that `checkCreate` let pass. What traffic gives is the timeout of the create, but enough to be of use. */
export function lifecycleOf(wishes: LifecycleWishes, maxHours: number): Lifecycle {
  return {
    onTimeout: wishes.autoPause ? 'pause' : 'kill',
    filesOnly: !wishes.autoPauseMemory,
    autoResume: wishes.autoResume?.enabled ?? false,
    autoResumeSeconds: Math.min(Math.max(wishes.timeout, limits.autoResumeSecondsMin), maxHours * 3600),
  }
}
