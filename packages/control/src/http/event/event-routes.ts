/** Routes of the audit log. They decode, call and encode; they decide nothing. */
import type { components } from '@cay/contract/gen/control/api.js'
import { limits } from '@cay/contract/limits.ts'
import { parseSandboxId } from '@cay/core/ids.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { Deps } from '../../app/deps.ts'
import { listEvents, listRefusedFlows } from '../../app/event/audit.ts'
import type { AuditEvent } from '../../ports/event.ts'
import type { RouteResponse, Routes } from '../add-operation.ts'
import { renderPage } from '../decode.ts'
import { invalid } from '../validate.ts'

export function createEventRoutes(deps: Deps): Pick<Routes, 'listEvents'> {
  return {
    listEvents: async ({ team, query }) => {
      const { sandboxID, kind, nextToken, limit = limits.listPageSizeDefault } = query
      const sandboxId = sandboxID === undefined ? undefined : parseSandboxId(sandboxID)
      if (kind !== 'networkRefused')
        return renderEvents(await listEvents(deps, team, { sandboxId, kind, nextToken, limit }))
      if (sandboxId === undefined) throw invalid('query.sandboxID', 'is required for this kind')
      return renderEvents(await listRefusedFlows(deps, { team, sandboxId }, { nextToken, limit }))
    },
  }
}

export function renderEvents(page: Awaited<ReturnType<typeof listEvents>>): RouteResponse {
  return renderPage({ ...page, items: page.items.map(renderEvent) })
}

function renderEvent(event: AuditEvent): components['schemas']['Event'] {
  const { keyId, keyName, sandboxId, subject, status, reason } = event
  return {
    id: String(event.number),
    timestamp: formatInstant(event.atMs),
    teamID: event.teamId,
    kind: event.kind,
    actor: event.actor,
    outcome: event.outcome,
    ...(keyId === null ? {} : { keyID: keyId }),
    ...(keyName === null ? {} : { keyName }),
    ...(sandboxId === null ? {} : { sandboxID: sandboxId }),
    ...(subject === null ? {} : { subject }),
    ...(status === null ? {} : { status }),
    ...(reason === null ? {} : { reason }),
  }
}
