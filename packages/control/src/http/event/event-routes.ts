/** Routes of the audit log. They decode, call and encode; they decide nothing. */
import type { components } from '@cay/contract/gen/control/api.js'
import { limits } from '@cay/contract/limits.ts'
import { parseSandboxId } from '@cay/core/ids.ts'
import { formatInstant } from '@cay/core/instant.ts'
import type { Deps } from '../../app/deps.ts'
import { listEvents, listRefusedFlows } from '../../app/event/audit.ts'
import { readLedger } from '../../app/event/read-ledger.ts'
import type { AuditEvent } from '../../ports/event.ts'
import type { Team } from '../../ports/team.ts'
import type { RouteResponse, Routes } from '../add-operation.ts'
import { instantOf, renderPage } from '../decode.ts'
import { invalid } from '../validate.ts'
import { renderLedger, renderSandboxEvent } from './render-events.ts'

type EventRoutes = Pick<Routes, 'listEvents' | 'listSandboxEvents' | 'listEventsOfSandbox' | 'readLedger'>

export function createEventRoutes(deps: Deps): EventRoutes {
  return {
    listEvents: async ({ team, query }) => {
      const { sandboxID, kind, nextToken, limit = limits.listPageSizeDefault } = query
      const sandboxId = sandboxID === undefined ? undefined : parseSandboxId(sandboxID)
      if (kind !== 'networkRefused')
        return renderEvents(await listEvents(deps, team, { sandboxId, kind, nextToken, limit }))
      if (sandboxId === undefined) throw invalid('query.sandboxID', 'is required for this kind')
      return renderEvents(await listRefusedFlows(deps, { team, sandboxId }, { nextToken, limit }))
    },
    listSandboxEvents: async ({ team, query }) => {
      return { status: 200, body: await listLifecycle(deps, team, query) }
    },
    listEventsOfSandbox: async ({ team, params, query }) => {
      const sandboxId = parseSandboxId(params.sandboxID)
      return { status: 200, body: await listLifecycle(deps, team, { ...query, sandboxId }) }
    },
    readLedger: async ({ team: { teamId }, query }) => {
      const page = await readLedger(deps, { teamId, ...ledgerRange(query) })
      return { status: 200, body: renderLedger(deps.ledgerKey, teamId, page) }
    },
  }
}

interface LifecycleQuery {
  readonly sandboxId?: string
  readonly offset?: number
  readonly limit?: number
  readonly orderAsc?: boolean
}

async function listLifecycle(
  { store }: Deps,
  { teamId }: Team,
  { sandboxId, offset = 0, limit = limits.eventPageSizeDefault, orderAsc = false }: LifecycleQuery,
) {
  const order = orderAsc ? 'asc' : 'desc'
  const events = await store.listSandboxEvents({ teamId, sandboxId, offset, limit, order })
  return events.map(renderSandboxEvent)
}

interface LedgerRange {
  readonly after?: number
  readonly since?: string
  readonly limit?: number
}

export function ledgerRange({ after = 0, since, limit = limits.ledgerPageSizeMax }: LedgerRange) {
  return {
    afterSeq: after,
    limit,
    sinceMs: since === undefined ? undefined : instantOf('query.since', since),
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
