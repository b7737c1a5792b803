/** The RPC service for egress gateways: decodes, calls, encodes. */
import { Vault } from '@cay/contract/gen/vault/vault_pb.js'
import { isServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError, type ConnectRouter } from '@connectrpc/connect'
import type { IdentityDeps } from '../app/secret/identity.ts'
import { openRules, resolveValues } from '../app/secret/open-rules.ts'
import { toRulesMessage, toValueMessage } from '../dialect/vault-messages.ts'

export function vaultRoutes(deps: IdentityDeps): (router: ConnectRouter) => void {
  return (router) =>
    router.service(Vault, {
      openRules: ({ sandboxId, sealed }) =>
        answering(async () => toRulesMessage(await openRules(deps, { sandboxId, sealed }))),
      resolveValues: ({ sandboxId, secrets, tokens }) =>
        answering(async () => {
          const values = await resolveValues(deps, { sandboxId, secrets, tokens })
          return { secrets: values.secrets.map(toValueMessage), tokens: values.tokens.map(toValueMessage) }
        }),
    })
}

async function answering<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    // The message of an error may contain a secret, so the response and its log reveal only the kind.
    throw isServiceError(error, 'sandbox_not_found')
      ? new ConnectError(error.message, Code.NotFound)
      : new ConnectError('it cannot be opened', Code.InvalidArgument)
  }
}
