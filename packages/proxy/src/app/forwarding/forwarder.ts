/** How a request is forwarded: usually over one connection, after a disconnect perhaps over another. */
import type { IncomingMessage } from 'node:http'
import type { Interruption } from '@cay/core/routing/interruption.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'
import type { RequestBody } from './request-body.ts'

/**
 * What follows the loss of its connection: `retry` on another connection, `done` because the client has the whole
 * response, or `lost`.
 */
export type AfterDisconnect = 'retry' | 'done' | 'lost'

/**
 * What the client gets when the request is interrupted: `respond` with a local reply, because no response has begun;
 * nothing, because the end of the response is on its way (`done`); or `reset`, because a response that has begun
 * cannot say that it is incomplete.
 */
export type AfterInterruption = 'respond' | 'done' | 'reset'

/** Options of one attempt. */
export interface SendOptions {
  /** Sent instead of the client's Host; empty for none. */
  readonly hostMask: string
  /** The server is asked to keep the connection open for another request. */
  readonly keepAlive: boolean
  /** Of the tokens of users, which do not get into a sandbox. */
  readonly userIssuer?: string | undefined
  /** The connection leads to the proxy of another node, for which this is (core/routing/hop-header.ts). */
  readonly hop?: string
}

/** The head of a response from upstream. */
export type ResponseHead = Pick<IncomingMessage, 'statusCode' | 'statusMessage' | 'rawHeaders'>

/** False when the response is not for the client: then nothing of it is relayed. */
export type TakesResponse = (head: ResponseHead) => boolean

export interface Forwarder {
  /** It is a stream that can be resumed on other connections. */
  readonly isStream: boolean
  /** It may be sent on a reused connection, which its server may close at any moment. */
  readonly mayReuseConnection: boolean
  /** The connection is its own until the response ends. Throws when the request cannot be serialized. */
  send(upstream: UpstreamConnection, options: SendOptions): void
  /** Called when the connection is gone, whichever side closed it. */
  afterDisconnect(): AfterDisconnect
  /** True when another attempt is allowed although no capture explains the disconnect. */
  mayReconnect(): boolean
  /** Its sandbox is paused or has ended. Tells the client where the protocol allows it. */
  interrupt(by: Interruption): AfterInterruption
  /** Somebody else serves the request: what was read of its body, if anything may have been. */
  handOver(): RequestBody | undefined
  /** The client is served or gone: releases the connection, if there is one. */
  release(upstream: UpstreamConnection | undefined): void
}

/**
 * What becomes of the upstream connection after a complete response: `reset` when the server closes it or has not
 * read the whole request, `close` (gracefully) when the server does not say that it keeps connections, or `keep`.
 */
export type ConnectionDisposition = 'reset' | 'close' | 'keep'

export type OnResponseEnd = (disposition: ConnectionDisposition) => void

/** Called when the upstream side has failed: the response will not come, or not completely. */
export type OnUpstreamError = (error: unknown) => void

/** Runs an event handler; an exception would otherwise end the process. */
export function guard(onUpstreamError: OnUpstreamError, step: () => void): void {
  try {
    step()
  } catch (error) {
    onUpstreamError(error)
  }
}
