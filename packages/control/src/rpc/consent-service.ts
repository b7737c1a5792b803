/** The RPC service for nodes: decodes, calls, encodes. */
import { Consent } from '@cay/contract/gen/consent/consent_pb.js'
import { isServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import type { Deps } from '../app/deps.ts'
import { callerNodeId } from './caller-node.ts'

export function consentRoutes({
  trafficResumes,
}: Pick<Deps, 'trafficResumes'>): (router: ConnectRouter) => void {
  return (router) =>
    router.service(Consent, {
      async admitResume({ sandboxId, generation, takesEpoch }, { values }) {
        const caller = { nodeId: values.get(callerNodeId), takesEpoch }
        try {
          return { epoch: BigInt(await trafficResumes.admit(sandboxId, Number(generation), caller)) }
        } catch (error) {
          if (isServiceError(error, 'quota_exceeded'))
            throw new ConnectError(error.message, Code.ResourceExhausted)
          if (isServiceError(error, 'conflict'))
            throw new ConnectError(error.message, Code.FailedPrecondition)
          throw error
        }
      },
    })
}
