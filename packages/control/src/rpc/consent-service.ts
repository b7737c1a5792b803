/** The RPC service for nodes: decodes, calls, encodes. */
import { Consent } from '@cay/contract/gen/consent/consent_pb.js'
import { isServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import type { Deps } from '../app/deps.ts'

export function consentRoutes({
  trafficResumes,
}: Pick<Deps, 'trafficResumes'>): (router: ConnectRouter) => void {
  return (router) =>
    router.service(Consent, {
      async admitResume({ sandboxId, generation }) {
        try {
          await trafficResumes.admit(sandboxId, Number(generation))
          return {}
        } catch (error) {
          if (isServiceError(error, 'quota_exceeded'))
            throw new ConnectError(error.message, Code.ResourceExhausted)
          throw error
        }
      },
    })
}
