/** The RPC service for egress gateways: decodes, calls, encodes. */
import { Vault } from '@cay/contract/gen/vault/vault_pb.js'
import { isServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import type { IdentityDeps } from '../app/secret/identity.ts'
import { openRules, resolveValues } from '../app/secret/open-rules.ts'
import { toRulesMessage, toValueMessage } from '../dialect/vault-messages.ts'
import { callerNodeId } from './caller-node.ts'

export function vaultRoutes(deps: IdentityDeps): (router: ConnectRouter) => void {
  return (router) =>
    router.service(Vault, {
      openRules: ({ sandboxId, sealed }, { values: context }) =>
        answering(async () => {
          const caller = context.get(callerNodeId)
          return toRulesMessage(await openRules(deps, { sandboxId, sealed, caller }))
        }),
      resolveValues: ({ sandboxId, secrets, tokens }, { values: context }) =>
        answering(async () => {
          const caller = context.get(callerNodeId)
          const values = await resolveValues(deps, { sandboxId, secrets, tokens, caller })
          return { secrets: values.secrets.map(toValueMessage), tokens: values.tokens.map(toValueMessage) }
        }),
    })
}

async function answering<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    // The message of an error may contain a secret, so the response and its log reveal only the kind.
    if (isServiceError(error, 'sandbox_not_found')) throw new ConnectError(error.message, Code.NotFound)
    if (isServiceError(error, 'forbidden')) throw new ConnectError(error.message, Code.PermissionDenied)
    throw new ConnectError('it cannot be opened', Code.InvalidArgument)
  }
}
