/**
 * The lifecycle settings of a sandbox: what happens when it expires, and when traffic arrives while it is paused. The
 * node applies them without asking control.
 */
import { limits } from '@cay/contract/limits.ts'
import { ServiceError } from '../errors.ts'

export interface Lifecycle {
  readonly onTimeout: 'kill' | 'pause'
  /** With `pause`: only files are kept. */
  readonly filesOnly: boolean
  readonly autoResume: boolean
  /** Timeout in seconds after a resume by traffic. */
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
  /** The snapshot has no memory. */
  readonly filesOnly: boolean
}

export interface InboundRequest {
  readonly port: number
  /** Whether the request carries the sandbox's access token; true for a sandbox that requires none. */
  readonly isTrusted: boolean
}

/**
 * The timeout in seconds after a resume by traffic. Throws `sandbox_not_found` when traffic must not resume the
 * sandbox, `forbidden` when the daemon would reject the request: such a request must not wake the sandbox.
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
