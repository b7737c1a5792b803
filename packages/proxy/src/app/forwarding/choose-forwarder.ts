/** Chooses how a request is forwarded. */

import type { Destination } from '@cay/core/routing/destination.ts'
import { type CallHead, readEnvdCall } from '@cay/core/routing/envd-call.ts'
import { readRequestFraming } from '@cay/core/routing/message-framing.ts'
import { isRetriable, isUpload } from '@cay/core/routing/retry.ts'
import type { Downstream } from '../downstream/downstream.ts'
import type { Routes } from '../routing/routes.ts'
import type { InterruptedStreams } from '../streams/interrupted-streams.ts'
import { ResumableStream } from '../streams/resumable-stream.ts'
import type { ExpiringSet } from '../upstream/expiring-set.ts'
import { FastPathRequest } from './fast-path-request.ts'
import { ForwardedRequest } from './forwarded-request.ts'
import type { Forwarder, OnResponseEnd, OnUpstreamError } from './forwarder.ts'
import type { RetryBuffers } from './request-body.ts'

export interface ForwarderDeps {
  readonly retryBuffers: RetryBuffers
  readonly routes: Pick<Routes, 'partyOf'>
  readonly interruptedStreams: InterruptedStreams
  /** Ports of sandboxes whose responses need the slow path. */
  readonly slowPathPorts: ExpiringSet
}

export interface ForwarderSpec {
  readonly downstream: Downstream
  readonly destination: Destination
  readonly onUpstreamError: OnUpstreamError
  readonly onResponseEnd: OnResponseEnd
}

export function chooseForwarder(
  { retryBuffers, routes, interruptedStreams, slowPathPorts }: ForwarderDeps,
  spec: ForwarderSpec,
): Forwarder {
  const { downstream, destination, onUpstreamError, onResponseEnd } = spec
  const retryBufferBudget = retryBuffers.budgetOf(routes.partyOf(destination.sandboxId))
  const { method = 'GET', url = '', rawHeaders } = downstream.request
  const head = { port: destination.port, method, requestTarget: url, headers: rawHeaders }
  const call = readEnvdCall(head)
  if (call?.kind === 'stream' && downstream.takeOver === undefined) {
    return new ResumableStream(downstream, {
      sandboxId: destination.sandboxId,
      call,
      onUpstreamError,
      retryBufferBudget,
      interruptedStreams,
    })
  }
  const name = `${destination.sandboxId}:${destination.port}`
  if (isBodiless(downstream, head) && call === undefined && !slowPathPorts.has(name)) {
    const createSlowPath = (onResponseEnd: OnResponseEnd) => {
      const options = {
        port: destination.port,
        isRetriable: true,
        hasIdempotencyKey: false,
        mayRestartBody: false,
      }
      return new ForwardedRequest(downstream, options, { onUpstreamError, onResponseEnd, retryBufferBudget })
    }
    const onSlowPath = () => slowPathPorts.add(name)
    return new FastPathRequest(downstream, {
      port: destination.port,
      onUpstreamError,
      onResponseEnd,
      createSlowPath,
      onSlowPath,
    })
  }
  const hasIdempotencyKey = call?.kind === 'single'
  const mayRestartBody = hasIdempotencyKey || isUpload(head)
  const options = {
    port: destination.port,
    isRetriable: isRetriable(head),
    hasIdempotencyKey,
    mayRestartBody,
  }
  return new ForwardedRequest(downstream, options, { onUpstreamError, onResponseEnd, retryBufferBudget })
}

function isBodiless({ takeOver, awaitsContinue }: Downstream, head: CallHead): boolean {
  if (takeOver !== undefined || awaitsContinue || !isRetriable(head)) return false
  const requestFraming = readRequestFraming(head.method, head.requestTarget, head.headers)
  return requestFraming.kind === 'accepted' && !requestFraming.hasBody
}
