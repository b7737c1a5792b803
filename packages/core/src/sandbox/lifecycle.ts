/**
 * What a sandbox was told to do with itself: when its time is up, and when traffic comes while it is paused. The node
 * decides by this without asking anybody.
 */
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '../errors.ts'

export interface Lifecycle {
  readonly onTimeout: 'kill' | 'pause'
  /** With `pause`: only files are kept. */
  readonly filesOnly: boolean
  readonly autoResume: boolean
  /** What a resume by traffic gives it. */
  readonly autoResumeSeconds: number
}

export const plainLifecycle: Lifecycle = {
  onTimeout: 'kill',
  filesOnly: false,
  autoResume: false,
  autoResumeSeconds: 0,
}

export type AtExpiry = { readonly kind: 'end' } | { readonly kind: 'pause'; readonly filesOnly: boolean }

export function atExpiry({ onTimeout, filesOnly }: Lifecycle): AtExpiry {
  return onTimeout === 'pause' ? { kind: 'pause', filesOnly } : { kind: 'end' }
}

export interface PausedFacts {
  readonly sandboxId: string
  readonly lifecycle: Lifecycle
  /** The snapshot holds no memory. */
  readonly filesOnly: boolean
}

export interface InboundRequest {
  readonly port: number
  /** Whether it carries the sandbox's access token; true for a sandbox that asks for none. */
  readonly isTrusted: boolean
}

/**
 * Seconds that traffic gives a paused sandbox. Throws `sandbox_not_found` where traffic resumes nothing, `forbidden` where
 * the daemon would refuse the request: nobody wakes a sandbox only to be sent away.
 */
export function trafficResumeSeconds(paused: PausedFacts, request: InboundRequest): number {
  const { sandboxId, lifecycle, filesOnly } = paused
  if (!lifecycle.autoResume || filesOnly) {
    const why = 'is paused, and traffic does not resume it'
    throw new ServiceError('sandbox_not_found', `sandbox "${sandboxId}" ${why}`)
  }
  if (request.port === limits.daemonPort && !request.isTrusted) {
    throw new ServiceError('forbidden', `sandbox "${sandboxId}" is paused, and the access token does not fit`)
  }
  return lifecycle.autoResumeSeconds
}
