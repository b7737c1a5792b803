/** The RPC service by which the proxies of a cluster find sandboxes: decodes, calls, encodes. */
import { Locate, LocationState as State } from '@cay/contract/gen/cluster/locate_pb.js'
import { errorTable, toServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect'
import type { Deps } from '../app/deps.ts'
import { type LocatedSandbox, locateSandboxes } from '../app/node/locate-sandboxes.ts'
import { type ResumeOnTrafficDeps, resumeOnTraffic } from '../app/sandbox/resume-on-traffic.ts'
import { callerNodeId } from './caller-node.ts'
import { toRpcError } from './rpc-error.ts'

/** Ids of one request. */
const idsMax = 512

type LocateServiceDeps = ResumeOnTrafficDeps & Pick<Deps, 'log'>

export function locateRoutes(deps: LocateServiceDeps): (router: ConnectRouter) => void {
  return (router) =>
    router.service(Locate, {
      locateSandboxes: ({ sandboxIds }, context) =>
        answer(deps, context, async () => {
          if (sandboxIds.length > idsMax)
            throw new ConnectError(`at most ${idsMax} ids`, Code.InvalidArgument)
          const located = await locateSandboxes(deps, sandboxIds)
          return { locations: located.map((each, i) => toLocation(sandboxIds[i] ?? '', each)) }
        }),
      resumeForTraffic: ({ sandboxId, port, accessToken, trafficToken }, context) =>
        answer(deps, context, async () => {
          const request = { sandboxId, port, accessToken, trafficToken }
          const located = await resumeOnTraffic(deps, request, context.signal)
          return { location: toLocation(sandboxId, located) }
        }),
    })
}

/** Errors are logged here: responses hold no more than the code and the public sentence. */
async function answer<T>(
  { log }: LocateServiceDeps,
  { values, method }: HandlerContext,
  work: () => Promise<T>,
): Promise<T> {
  if (values.get(callerNodeId) === undefined)
    throw new ConnectError('the caller is no node', Code.PermissionDenied)
  try {
    return await work()
  } catch (error) {
    if (error instanceof ConnectError) throw error
    const known = toServiceError(error)
    log[errorTable[known.code].log](
      { event: 'locate.failed', method: method.name, err: error },
      'request failed',
    )
    throw toRpcError(known)
  }
}

const states = {
  on_node: State.ON_NODE,
  paused: State.PAUSED,
  placing: State.PLACING,
  unreachable: State.UNREACHABLE,
  not_found: State.NOT_FOUND,
} as const satisfies Record<LocatedSandbox['kind'], State>

function toLocation(sandboxId: string, located: LocatedSandbox) {
  const state = states[located.kind]
  if (located.kind !== 'on_node') return { sandboxId, state }
  const { nodeId, address, epoch } = located
  return { sandboxId, state, nodeId, address, epoch: BigInt(epoch) }
}
