/** The RPC services for machines that join and nodes that stay: decodes, calls, encodes. */
import { Join, Membership } from '@cay/contract/gen/cluster/join_pb.js'
import { errorTable, toServiceError } from '@cay/core/errors.ts'
import { BadRequestError } from '@cay/kit/certificates/members.ts'
import { Code, ConnectError, type ConnectRouter, type Interceptor } from '@connectrpc/connect'
import { type JoinDeps, joinNode } from '../app/member/join-node.ts'
import { renewMember } from '../app/member/renew-member.ts'
import type { NodeSettings } from '../ports/member.ts'
import { callerNodeId, callerSerial } from './caller-node.ts'
import { toRpcError } from './rpc-error.ts'

export interface MemberDeps extends JoinDeps {
  /** host:port of every control process that serves nodes. */
  readonly findReplicas: () => Promise<readonly string[]>
  readonly settings: NodeSettings
}

/** For callers without a certificate. */
export function joinRoutes(deps: MemberDeps): (router: ConnectRouter) => void {
  return (router) =>
    router.service(
      Join,
      {
        async join({ $typeName: _, $unknown: __, clockMs, ...request }) {
          const { nodeId, certificates } = await joinNode(deps, { ...request, clockMs: Number(clockMs) })
          const replicas = [...(await deps.findReplicas())]
          return { nodeId, certificates, settings: { ...deps.settings, replicas } }
        },
      },
      { interceptors: [renderErrors(deps)] },
    )
}

/** For the agents of nodes. */
export function membershipRoutes(deps: MemberDeps): (router: ConnectRouter) => void {
  return (router) =>
    router.service(
      Membership,
      {
        async renew(request, { values }) {
          const [nodeId, serial] = [values.get(callerNodeId), values.get(callerSerial)]
          if (nodeId === undefined || serial === undefined)
            throw new ConnectError('the caller has no certificate', Code.Unauthenticated)
          return { certificates: await renewMember(deps, { nodeId, serial }, request) }
        },
        findReplicas: async () => ({ replicas: [...(await deps.findReplicas())] }),
      },
      { interceptors: [renderErrors(deps)] },
    )
}

function renderErrors({ log }: MemberDeps): Interceptor {
  return (next) => async (request) => {
    try {
      return await next(request)
    } catch (error) {
      if (error instanceof ConnectError) throw error
      if (error instanceof BadRequestError) throw new ConnectError(error.message, Code.InvalidArgument)
      const known = toServiceError(error)
      log[errorTable[known.code].log](
        { event: 'member.request.failed', method: request.method.name, err: error },
        'request failed',
      )
      throw toRpcError(known)
    }
  }
}
