/** Routes of sandboxes: create, get, list, update, kill. They decode, call and encode; they decide nothing. */
import { limits } from '@cay/contract/limits.ts'
import { headers } from '@cay/contract/names.ts'
import { parseIdempotencyKey } from '@cay/core/sandbox/idempotency.ts'
import { showsTokens } from '@cay/core/team/key-scope.ts'
import { parsePreferredWait } from '@cay/core/template/preferred-wait.ts'
import type { Deps } from '../../app/deps.ts'
import { createOnce } from '../../app/sandbox/create-once.ts'
import { type Creation, createSandbox } from '../../app/sandbox/create-sandbox.ts'
import { getSandbox } from '../../app/sandbox/get-sandbox.ts'
import { killSandbox } from '../../app/sandbox/kill-sandbox.ts'
import { listAllRunning, listSandboxes } from '../../app/sandbox/list-sandboxes.ts'
import { refreshSandbox } from '../../app/sandbox/refresh-sandbox.ts'
import { setSandboxNetwork } from '../../app/sandbox/set-network.ts'
import { setSandboxTimeout } from '../../app/sandbox/set-timeout.ts'
import type { Call, RouteResponse, Routes } from '../add-operation.ts'
import { instantOf, renderPage, targetOf } from '../decode.ts'
import { ListedTexts } from './listed-texts.ts'
import { renderDetail, renderSandbox } from './render-sandbox.ts'

type SandboxRoutes = Pick<
  Routes,
  | 'createSandbox'
  | 'createSandboxV2'
  | 'listSandboxes'
  | 'listSandboxesV1'
  | 'getSandbox'
  | 'killSandbox'
  | 'setSandboxTimeout'
  | 'setSandboxNetwork'
  | 'refreshSandbox'
>

export function createSandboxRoutes(deps: Deps): SandboxRoutes {
  const listed = new ListedTexts(deps.store)
  return {
    createSandbox: ({ body, ...call }) => create(deps, call, { ...body, secure: body.secure }),
    createSandboxV2: ({ body, ...call }) => create(deps, call, { ...body, secure: true }),
    listSandboxes: async ({ team, query }) => {
      const { limit = limits.listPageSizeDefault, startedAfter, state, ...request } = query
      const startedSinceMs =
        startedAfter === undefined ? undefined : instantOf('query.startedAfter', startedAfter)
      const found = await listSandboxes(deps, team, { ...request, startedSinceMs, states: state, limit })
      const { page, totalRunning } = found
      const total = totalRunning === undefined ? {} : { [headers.totalRunning]: String(totalRunning) }
      const { status, headers: paging } = renderPage(page, total)
      return { status, headers: { ...paging }, json: await listed.render(page.items) }
    },
    listSandboxesV1: async ({ team, query }) => {
      return { status: 200, json: await listed.render(await listAllRunning(deps, team, query.metadata)) }
    },
    getSandbox: async (call) => {
      const view = await getSandbox(deps, targetOf(call))
      return { status: 200, body: renderDetail(view, { showsTokens: showsTokens(call.caller.scope) }) }
    },
    killSandbox: async (call) => {
      await killSandbox(deps, targetOf(call), call.signal)
      return { status: 204 }
    },
    setSandboxTimeout: async (call) => {
      await setSandboxTimeout(deps, targetOf(call), call.body?.timeout)
      return { status: 204 }
    },
    setSandboxNetwork: async (call) => {
      await setSandboxNetwork(deps, { target: targetOf(call), update: call.body }, call.signal)
      return { status: 204 }
    },
    refreshSandbox: async (call) => {
      await refreshSandbox(deps, targetOf(call), call.body?.duration)
      return { status: 204 }
    },
  }
}

async function create(
  deps: Deps,
  {
    team,
    caller,
    headers: sent,
    signal,
  }: Pick<Call<'createSandbox'>, 'team' | 'caller' | 'headers' | 'signal'>,
  request: Creation['request'],
): Promise<RouteResponse> {
  const waitSeconds = parsePreferredWait(oneText(sent[headers.prefer]))
  const waiting = waitSeconds === undefined ? {} : { buildWaitMs: waitSeconds * 1000 }
  const creation = { team, keyId: caller.keyId, request, ...waiting }
  const key = parseIdempotencyKey(oneText(sent[headers.idempotencyKey]))
  if (key === undefined)
    return { status: 201, body: renderSandbox(await createSandbox(deps, creation, signal)) }
  const { view, isRepeat } = await createOnce(deps, { ...creation, key }, signal)
  const replayed = isRepeat ? { [headers.idempotentReplayed]: 'true' } : {}
  return { status: 201, body: renderSandbox(view), headers: replayed }
}

/** As several, they are joined: no key is read from them, and preferences are a list. */
function oneText(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header.join(', ') : header
}
