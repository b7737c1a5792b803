/** Which function answers which operation. Decodes, calls, encodes; decides nothing. */
import { limits } from '@cay/contract/limits.ts'
import { headers } from '@cay/contract/names.ts'
import { parseSandboxId } from '@cay/core/ids.ts'
import type { FastifyInstance } from 'fastify'
import { authenticate } from '../app/api-keys.ts'
import { type Connected, connectSandbox } from '../app/connect-sandbox.ts'
import { createSandbox } from '../app/create-sandbox.ts'
import type { Deps } from '../app/deps.ts'
import { getSandbox } from '../app/get-sandbox.ts'
import { killSandbox } from '../app/kill-sandbox.ts'
import { listSandboxes, type SandboxList } from '../app/list-sandboxes.ts'
import { refreshSandbox } from '../app/refresh-sandbox.ts'
import { setSandboxNetwork } from '../app/set-network.ts'
import { setSandboxTimeout } from '../app/set-timeout.ts'
import { type Answer, addOperation, type Handler } from './add-operation.ts'
import { renderDetail, renderListed, renderSandbox } from './render-sandbox.ts'
import { invalid } from './validate.ts'

/** Every operation of the spec that takes a credential, by its id. */
type Routes = { readonly [Id in Exclude<Parameters<typeof addOperation>[1]['id'], 'getHealth'>]: Handler<Id> }

export function addRoutes(app: FastifyInstance, deps: Deps): void {
  const routes = createRoutes(deps)
  const known = (header: string | undefined) => authenticate(deps.store, header)
  for (const id of Object.keys(routes) as (keyof Routes)[]) addRoute(app, { routes, id, authenticate: known })
}

function addRoute<Id extends keyof Routes>(
  app: FastifyInstance,
  {
    routes,
    id,
    authenticate: known,
  }: { routes: Routes; id: Id; authenticate: Parameters<typeof addOperation>[1]['authenticate'] },
): void {
  addOperation(app, { id, authenticate: known }, routes[id] as Handler<Id>)
}

function createRoutes(deps: Deps): Routes {
  return {
    createSandbox: async ({ team, body, signal }) => {
      const view = await createSandbox(deps, { team, wishes: { ...body, secure: body.secure } }, signal)
      return { status: 201, body: renderSandbox(view) }
    },
    createSandboxV2: async ({ team, body, signal }) => {
      const view = await createSandbox(deps, { team, wishes: { ...body, secure: true } }, signal)
      return { status: 201, body: renderSandbox(view) }
    },
    listSandboxes: async ({ team, query }) => {
      const { limit = limits.listPageSizeDefault, startedAfter, state, ...wishes } = query
      const startedSinceMs = startedAfter === undefined ? undefined : instantOf('startedAfter', startedAfter)
      return renderList(await listSandboxes(deps, team, { ...wishes, startedSinceMs, states: state, limit }))
    },
    getSandbox: async ({ team, params }) => {
      return {
        status: 200,
        body: renderDetail(await getSandbox(deps, team, parseSandboxId(params.sandboxID))),
      }
    },
    killSandbox: async ({ team, params }) => {
      await killSandbox(deps, team, parseSandboxId(params.sandboxID))
      return { status: 204 }
    },
    setSandboxTimeout: async ({ team, params, body }) => {
      await setSandboxTimeout(deps, { team, sandboxId: parseSandboxId(params.sandboxID) }, body?.timeout)
      return { status: 204 }
    },
    setSandboxNetwork: async ({ team, params, body }) => {
      await setSandboxNetwork(deps, { team, sandboxId: parseSandboxId(params.sandboxID) }, body)
      return { status: 204 }
    },
    refreshSandbox: async ({ team, params, body }) => {
      await refreshSandbox(deps, { team, sandboxId: parseSandboxId(params.sandboxID) }, body?.duration)
      return { status: 204 }
    },
    connectSandbox: async ({ team, params, body }) => {
      const target = { team, sandboxId: parseSandboxId(params.sandboxID) }
      return renderConnected(await connectSandbox(deps, target, body.timeout))
    },
    connectSandboxV2: async ({ team, params, body }) => {
      const target = { team, sandboxId: parseSandboxId(params.sandboxID) }
      const timeout = body?.timeout ?? limits.sandboxTimeoutSecondsDefaultV2
      return renderConnected(await connectSandbox(deps, target, timeout))
    },
  }
}

/** The spec's format takes a leap second, which no clock of ours has. */
function instantOf(field: string, text: string): number {
  const atMs = Date.parse(text)
  if (Number.isNaN(atMs)) throw invalid(`query.${field}`, 'must be an instant that exists')
  return atMs
}

function renderList({ page, totalRunning }: SandboxList): Answer {
  const more = page.nextToken === undefined ? {} : { [headers.nextToken]: page.nextToken }
  const total = totalRunning === undefined ? {} : { [headers.totalRunning]: String(totalRunning) }
  return { status: 200, body: page.items.map(renderListed), headers: { ...more, ...total } }
}

function renderConnected({ view, isResumed }: Connected): Answer {
  return { status: isResumed ? 201 : 200, body: renderSandbox(view) }
}
