/**
 * GET /proof?nonce=NONCE: proves to the node that this daemon knows its control token. Anybody may ask: a proof is
 * for one connection of one caller, and tells nothing about the token.
 */

import { headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { daemonProof, isNonce } from '@cay/kit/daemon-proof.ts'
import type { SandboxState } from '../../app/identity/sandbox-state.ts'
import type { Exchange } from '../respond.ts'

/** Before the first identity is set there is nothing to prove, but the node learns that this daemon can. */
export function handleProof({ identity }: SandboxState, { request, response, url }: Exchange): void {
  const nonce = url.searchParams.get('nonce') ?? ''
  if (!isNonce(nonce)) throw new ServiceError('request_invalid', 'nonce must be 64 hexadecimal digits')
  const { remoteAddress: address = '', remotePort: port = 0 } = request.socket
  const proof =
    identity.controlToken === undefined
      ? {}
      : { [headers.daemonProof]: daemonProof(identity.controlToken, { nonce, address, port }) }
  response.writeHead(204, { ...proof, 'cache-control': 'no-store' }).end()
}
