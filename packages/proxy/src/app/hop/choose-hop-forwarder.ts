/** Chooses how a request is forwarded to the proxy of another node, which knows the streams of envd and this one does not. */
import { headers as names } from '@cay/contract/names.ts'
import type { Destination } from '@cay/core/routing/destination.ts'
import { readEnvdCall } from '@cay/core/routing/envd-call.ts'
import { readRequestFraming } from '@cay/core/routing/message-framing.ts'
import { headerValue } from '@cay/core/routing/raw-headers.ts'
import { isRetriable, isUpload } from '@cay/core/routing/retry.ts'
import { bounds } from '../../bounds.ts'
import type { Downstream } from '../downstream/downstream.ts'
import { FastPathRequest } from '../forwarding/fast-path-request.ts'
import { ForwardedRequest } from '../forwarding/forwarded-request.ts'
import type { OnResponseEnd, OnUpstreamError, TakesResponse } from '../forwarding/forwarder.ts'
import type { RetryBuffers } from '../forwarding/request-body.ts'
import type { ExpiringSet } from '../upstream/expiring-set.ts'

export interface HopForwarderDeps {
  readonly retryBuffers: RetryBuffers
  /** Ports of sandboxes on other nodes whose responses need the slow path. */
  readonly slowHops: ExpiringSet
}

interface HopForwarderSpec {
  readonly downstream: Downstream
  readonly destination: Destination
  readonly onUpstreamError: OnUpstreamError
  readonly onResponseEnd: OnResponseEnd
  readonly takesResponse: TakesResponse
}

export interface HopForwarder {
  readonly forwarder: FastPathRequest | ForwardedRequest
  readonly isFast: boolean
  /** The body is sent when the other proxy forwards the request. */
  readonly holdsBody: boolean
}

export function chooseHopForwarder(
  { retryBuffers, slowHops }: HopForwarderDeps,
  { downstream, destination, onUpstreamError, onResponseEnd, takesResponse }: HopForwarderSpec,
): HopForwarder {
  const { method = 'GET', url = '', rawHeaders } = downstream.request
  const { port, sandboxId } = destination
  // Its team is known on its own node only.
  const retryBufferBudget = retryBuffers.budgetOf(sandboxId)
  const head = { port, method, requestTarget: url, headers: rawHeaders }
  const framing = readRequestFraming(method, url, rawHeaders)
  const hasBody = framing.kind !== 'accepted' || framing.hasBody
  // An envd call is applied once by a key that the other proxy gives it, so only that one may send it again.
  const mayRetry = isRetriable(head) && (readEnvdCall(head) === undefined || isUpload(head))
  const holdsBody = hasBody && !downstream.awaitsContinue && !isSmall(rawHeaders)
  const options = {
    ...{ port, isRetriable: mayRetry, hasIdempotencyKey: false, mayRestartBody: isUpload(head) },
    ...{ keepsBody: !holdsBody, holdsBody },
  }
  const createSlowPath = (onResponseEnd: OnResponseEnd) =>
    new ForwardedRequest(downstream, options, {
      ...{ onUpstreamError, onResponseEnd, retryBufferBudget, takesResponse },
    })
  const name = `${destination.sandboxId}:${port}`
  const isPlain = downstream.takeOver === undefined && !downstream.awaitsContinue
  if (!isPlain || hasBody || !mayRetry || slowHops.has(name))
    return { forwarder: createSlowPath(onResponseEnd), isFast: false, holdsBody }
  const forwarder = new FastPathRequest(downstream, {
    ...{ port, onUpstreamError, onResponseEnd, createSlowPath, takesResponse },
    onSlowPath: () => slowHops.add(name),
  })
  return { forwarder, isFast: true, holdsBody: false }
}

/** The whole body can be kept until the other proxy has taken the request. */
function isSmall(headers: readonly string[]): boolean {
  const length = headerValue(headers, 'content-length')
  return length !== undefined && Number(length) <= bounds.retryBufferBytesMax
}

/** Of a 421 response from the other proxy; undefined for every response of a server in a sandbox. */
export function readKnownEpoch(status: number | undefined, headers: readonly string[]): bigint | undefined {
  if (status !== misdirected) return undefined
  const epoch = headerValue(headers, names.knownEpoch) ?? ''
  return /^\d{1,20}$/.test(epoch) ? BigInt(epoch) : undefined
}

/** Misdirected Request (RFC 9110, 15.5.20). */
export const misdirected = 421
