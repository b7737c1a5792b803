/** Checks of a request that do not need the sandbox's route, in the order of their error responses. */

import { type Destination, resolveDestination } from './destination.ts'
import { isInternalRequest, pathOf } from './internal-path.ts'
import { readRequestFraming } from './message-framing.ts'
import type { RawHeaders } from './raw-headers.ts'
import { type LocalReply, refuseForSandbox, refuseRequest } from './refusals.ts'
import { chooseReplyFormat } from './reply-format.ts'

export interface RequestHead {
  readonly method: string
  /** The second part of the request line. */
  readonly requestTarget: string
  readonly headers: RawHeaders
}

export type RequestDecision =
  | { readonly kind: 'for_sandbox'; readonly destination: Destination }
  | { readonly kind: 'refused'; readonly reply: LocalReply }

/** `domain` is the base domain of sandbox URLs. */
export function admitRequest(head: RequestHead, domain?: string): RequestDecision {
  const requestFraming = readRequestFraming(head.method, head.requestTarget, head.headers)
  if (requestFraming.kind === 'refused')
    return { kind: 'refused', reply: refuseRequest(requestFraming.reason) }
  const decision = resolveDestination(head.headers, domain)
  if (decision.kind === 'refused') return { kind: 'refused', reply: refuseRequest(decision.reason) }
  if (isInternalRequest(decision.destination.port, head.requestTarget)) {
    const refusal = { kind: 'internal_path', path: pathOf(head.requestTarget) } as const
    return { kind: 'refused', reply: refuseForSandbox(refusal, chooseReplyFormat(head.headers)) }
  }
  return { kind: 'for_sandbox', destination: decision.destination }
}
