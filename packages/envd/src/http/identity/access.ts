/** Authorizes calls: by the sandbox's token in a header or, for files, by a signature in the query. */

import { createHash, timingSafeEqual } from 'node:crypto'
import { headers, nodePaths } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import { isExpired, signatureOf, signedText } from '@cay/core/files/signature.ts'
import { isMarkOf } from '@cay/kit/sealed-identity.ts'
import type { SandboxIdentity } from '../../app/identity/sandbox-state.ts'
import type { Exchange } from '../respond.ts'

/** These routes check access themselves, or need none. */
const exempt = new Set(['GET /health', `GET ${nodePaths.proof}`, 'GET /files', 'HEAD /files', 'POST /files'])

export function assertAccess(
  { accessToken }: SandboxIdentity,
  { request, url }: Pick<Exchange, 'request' | 'url'>,
): void {
  if (accessToken === undefined || exempt.has(`${request.method} ${url.pathname}`)) return
  const given = request.headers[headers.accessToken]
  if (given === undefined || !equal(String(given), accessToken)) {
    throw new ServiceError(
      'credential_missing',
      'unauthorized access, please provide a valid access token or method signing if supported',
    )
  }
}

/**
 * For the paths of the node. Before the first identity is set there is no token, and no process in the sandbox that
 * could call.
 */
export function assertFromNode({ controlToken }: SandboxIdentity, { request }: Exchange): void {
  if (controlToken === undefined) return
  const given = request.headers[headers.controlToken]
  if (given === undefined || !equal(String(given), controlToken)) {
    throw new ServiceError('credential_unknown', 'control token is missing or wrong')
  }
}

/** For an identity that is sealed. Others prove that they are the node by the control token itself. */
export function assertCanName(identity: SandboxIdentity, exchange: Exchange): void {
  const mark = exchange.request.headers[headers.sealed]
  if (mark === undefined) assertFromNode(identity, exchange)
  else if (identity.controlToken === undefined || !isMarkOf(identity.controlToken, String(mark)))
    throw new ServiceError('credential_unknown', 'the identity is sealed with another control token')
}

/** If the header has a token, only the token counts. Otherwise the signature must be valid and not expired. */
export function assertFileAccess(
  { accessToken }: SandboxIdentity,
  { request, url }: Exchange,
  operation: 'read' | 'write',
): void {
  if (accessToken === undefined) return
  const given = request.headers[headers.accessToken]
  if (given !== undefined) {
    if (equal(String(given), accessToken)) return
    throw new ServiceError('credential_unknown', 'access token present in header but does not match')
  }
  const { searchParams } = url
  const signature = searchParams.get('signature') ?? ''
  if (signature === '') throw new ServiceError('credential_missing', 'missing signature query parameter')
  const expiration = searchParams.get('signature_expiration') ?? undefined
  const call = {
    path: searchParams.get('path') ?? '',
    operation,
    username: searchParams.get('username') ?? '',
    token: accessToken,
    expiration,
  }
  if (!equal(signature, sign(call))) throw new ServiceError('credential_unknown', 'invalid signature')
  if (expiration !== undefined && isExpired(expiration, Date.now())) {
    throw new ServiceError('credential_unknown', 'signature is already expired')
  }
}

/** Compares in constant time, whatever the lengths are. */
export function equal(given: string, expected: string): boolean {
  return timingSafeEqual(sha256(given), sha256(expected))
}

export function sign(call: Parameters<typeof signedText>[0]): string {
  return signatureOf(sha256(signedText(call)).toString('base64'))
}

function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
