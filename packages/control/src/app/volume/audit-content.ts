/**
 * Requests that may have changed the content of a volume, in the audit log. A program may write many files a second, and the log is
 * bounded, so the same is recorded once a minute: operation, volume, key and outcome.
 */
import type { ErrorCode } from '@cay/core/errors.ts'
import type { ContentOperation } from '../../dialect/content-operation.ts'
import type { Deps } from '../deps.ts'
import { recordCall } from '../event/audit.ts'
import { RefusalThrottle } from '../event/refusal-throttle.ts'
import type { TokenHolder } from './volume-tokens.ts'

export interface ContentOutcome extends TokenHolder {
  readonly operation: ContentOperation
  readonly volumeId: string
  readonly status: number
  /** Of a request that was refused here, or failed. */
  readonly code?: ErrorCode
}

const reads: readonly ContentOperation[] = ['listVolumeDirectory', 'getVolumeEntry', 'readVolumeFile']

export type AuditContent = (outcome: ContentOutcome) => Promise<void>

export function createContentAudit(deps: Pick<Deps, 'store' | 'clock' | 'log'>): AuditContent {
  const throttle = new RefusalThrottle(deps.clock)
  return async ({ operation, volumeId, teamId, keyId, status, code }) => {
    if (reads.includes(operation)) return
    if (!throttle.isNew([operation, volumeId, String(status), code ?? '', keyId ?? ''])) return
    await recordCall(deps, {
      kind: operation,
      actor: { kind: 'key', teamId, keyId },
      about: [{ sandboxId: null, subject: volumeId }],
      ...{ status, code },
    })
  }
}
