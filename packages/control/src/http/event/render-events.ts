import type { components } from '@cay/contract/gen/control/api.js'
import type { LedgerMark } from '@cay/core/event/ledger.ts'
import type { DeliveredEvent } from '@cay/core/event/lifecycle.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { LedgerEvent, LedgerKey, LedgerPage } from '../../ports/event.ts'

export function renderSandboxEvent(event: DeliveredEvent): components['schemas']['SandboxEvent'] {
  return {
    version: 'v2',
    id: event.eventId,
    type: event.type,
    eventData: { ...event.data },
    sandboxId: event.sandboxId,
    sandboxTeamId: event.teamId,
    sandboxTemplateId: event.templateId,
    sandboxBuildId: event.buildId,
    sandboxExecutionId: event.executionId,
    timestamp: formatInstant(event.atMs),
  }
}

export function renderLedger(
  { keyId, publicKey }: LedgerKey,
  teamId: string | null,
  { entries, heads, cut, lastHead }: LedgerPage,
): components['schemas']['LedgerPage'] {
  return {
    ...{ teamID: teamId, keyID: keyId, publicKey },
    events: entries.map(renderEntry),
    heads: heads.map(renderMark),
    ...(cut === undefined ? {} : { cut: renderMark(cut) }),
    ...(lastHead === undefined ? {} : { lastHead: renderMark(lastHead) }),
  }
}

function renderEntry(entry: LedgerEvent): components['schemas']['LedgerEvent'] {
  const { seq, atMs, kind, actor, keyId, sandboxId, subject, outcome, status, reason } = entry
  const { previousHash, hash } = entry
  return {
    ...{ seq, atMs, kind, actor, keyID: keyId, sandboxID: sandboxId, subject, outcome, status, reason },
    ...{ previousHash, hash },
  }
}

function renderMark({ kind, seq, hash, atMs, signature }: LedgerMark): components['schemas']['LedgerMark'] {
  return { kind, seq, hash, atMs, signature }
}
