/** Routes for the operator. They decode, call and encode; they decide nothing. */
import type { components } from '@cay/contract/gen/control/api.js'
import { limits } from '@cay/contract/limits.ts'
import { parseSandboxId } from '@cay/core/ids.ts'
import { statesShownAs } from '@cay/core/sandbox/state.ts'
import { noLimits, type TeamLimits } from '@cay/core/team/quotas.ts'
import { cancelTeamBuilds } from '../../app/build/cancel-builds.ts'
import type { Deps } from '../../app/deps.ts'
import { listEvents } from '../../app/event/audit.ts'
import { readLedger } from '../../app/event/read-ledger.ts'
import { createApiKey, deleteApiKey } from '../../app/key/api-keys.ts'
import {
  createTeam,
  findTeam,
  killTeamSandboxes,
  setTeamLimits,
  setTeamNodeLabels,
  teamUsage,
} from '../../app/team/teams.ts'
import type { Team } from '../../ports/team.ts'
import type { AdminCall, AdminRoutes } from '../add-operation.ts'
import { ledgerRange, renderEvents } from '../event/event-routes.ts'
import { renderLedger } from '../event/render-events.ts'
import { newKeyOf, renderKey } from '../key/key-routes.ts'
import { createNodeRoutes } from '../node/node-routes.ts'

export function createAdminRoutes(deps: Deps): AdminRoutes {
  return {
    ...createNodeRoutes(deps),
    adminListTeams: async () => {
      const teams = await deps.store.listTeams()
      return { status: 200, body: await Promise.all(teams.map((team) => renderTeam(deps, team))) }
    },
    adminCreateTeam: async ({ body }) => {
      const { team, firstKey } = await createTeam(deps, { slug: body.slug, name: body.name })
      const apiKey = { ...renderKey(firstKey.record), key: firstKey.key }
      return { status: 201, body: { ...(await renderTeam(deps, team)), apiKey } }
    },
    adminSetTeamLimits: async ({ params, body }) => {
      const { nodeLabels, ...limits } = body
      if (nodeLabels !== undefined) await setTeamNodeLabels(deps, params.teamID, nodeLabels)
      const team = await setTeamLimits(deps, params.teamID, parseLimits(limits))
      return { status: 200, body: await renderTeam(deps, team) }
    },
    adminCreateApiKey: async ({ params, body }) => {
      const team = await findTeam(deps.store, params.teamID)
      const { record, key } = await createApiKey(deps, team, newKeyOf(body))
      return { status: 201, body: { ...renderKey(record), key } }
    },
    adminDeleteApiKey: async ({ params }) => {
      await deleteApiKey(deps, await findTeam(deps.store, params.teamID), params.apiKeyID)
      return { status: 204 }
    },
    adminKillSandboxes: async ({ params, signal }) => {
      const team = await findTeam(deps.store, params.teamID)
      return { status: 200, body: await killTeamSandboxes(deps, team, signal) }
    },
    adminCancelBuilds: async ({ params }) => {
      return { status: 200, body: await cancelTeamBuilds(deps, await findTeam(deps.store, params.teamID)) }
    },
    adminListEvents: async ({ query }) => {
      const { teamID, sandboxID, kind, nextToken, limit = limits.listPageSizeDefault } = query
      const team = teamID === undefined ? undefined : { teamId: teamID }
      const sandboxId = sandboxID === undefined ? undefined : parseSandboxId(sandboxID)
      return renderEvents(await listEvents(deps, team, { sandboxId, kind, nextToken, limit }))
    },
    adminReadLedger: async ({ query: { teamID = null, ...range } }) => {
      const page = await readLedger(deps, { teamId: teamID, ...ledgerRange(range) })
      return { status: 200, body: renderLedger(deps.ledgerKey, teamID, page) }
    },
    adminListLedgers: async () => {
      await deps.store.relayEvents()
      return { status: 200, body: await deps.store.listLedgers() }
    },
    adminCountRunning: async () => {
      const states = statesShownAs(['running'])
      const counts = await deps.store.countByTeam(states, deps.clock.nowMs())
      return { status: 200, body: Object.fromEntries(counts) }
    },
  }
}

async function renderTeam(deps: Deps, team: Team): Promise<components['schemas']['AdminTeam']> {
  const { teamId, slug, name, limits = noLimits, nodeLabels = [] } = team
  return {
    ...{ teamID: teamId, slug, name },
    limits: inWireWords(limits),
    usage: inWireWords(await teamUsage(deps, team)),
    nodeLabels: [...nodeLabels],
  }
}

function inWireWords<N, T>({
  memoryMb,
  diskMb,
  volumeMb,
  ...rest
}: T & { memoryMb: N; diskMb: N; volumeMb: N }) {
  return { ...rest, memoryMB: memoryMb, diskMB: diskMb, volumeMB: volumeMb }
}

/** Limits that are absent from the request stay unchanged. */
function parseLimits({
  memoryMB,
  diskMB,
  volumeMB,
  ...rest
}: Omit<AdminCall<'adminSetTeamLimits'>['body'], 'nodeLabels'>): Partial<TeamLimits> {
  return {
    ...rest,
    ...(memoryMB === undefined ? {} : { memoryMb: memoryMB }),
    ...(diskMB === undefined ? {} : { diskMb: diskMB }),
    ...(volumeMB === undefined ? {} : { volumeMb: volumeMB }),
  }
}
