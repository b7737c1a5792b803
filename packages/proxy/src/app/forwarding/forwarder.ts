/** What a request is to do in the sandbox: usually over one connection, after a cut perhaps over another one. */
import type { Interruption } from '@cay/core/routing/interruption.ts'
import type { UpstreamConnection } from '../upstream/upstream-connection.ts'

/**
 * After its connection is gone: to be put on another one (`again`), finished as it is (`done`: the client has all of its
 * answer), or `lost`.
 */
export type AfterDisconnect = 'retry' | 'done' | 'lost'

/**
 * What its client is owed when it is interrupted: an `answer` of ours, because nothing of one has come; nothing, because the
 * end of its answer is on the way (`over`); or a `reset`, because an answer that has begun cannot say that it is incomplete.
 */
export type AfterInterruption = 'respond' | 'done' | 'reset'

/** How a server is spoken to. */
export interface SendOptions {
  /** What it is to be told instead of the client's Host; empty for none. */
  readonly hostMask: string
  /** It is asked to leave the connection open for another request. */
  readonly keepAlive: boolean
}

export interface Forwarder {
  /** It is a stream that goes on over any number of connections. */
  readonly isStream: boolean
  /** Its request may go on a connection that has carried another one: a server may close that at any moment. */
  readonly mayReuseConnection: boolean
  /** On a connection that is for it alone as long as it lasts. Throws when the request cannot be written down. */
  send(upstream: UpstreamConnection, options: SendOptions): void
  /** The connection is gone, whoever ended it. */
  afterDisconnect(): AfterDisconnect
  /** It is to go on, and no capture was why its connection broke. */
  mayReconnect(): boolean
  /** Its sandbox is paused or ends. Says so to the client where its answer has a place for that. */
  interrupt(by: Interruption): AfterInterruption
  /** Nothing more is to be done for the client: lets go of the connection, if there is one. */
  release(upstream: UpstreamConnection | undefined): void
}

/**
 * What is to become of a connection whose guest has answered in full: `reset` where the guest ends it, or has not read the
 * whole request; ended in order (`leave`) where the guest does not say that it waits for another one; or kept.
 */
export type ConnectionDisposition = 'reset' | 'close' | 'keep'

export type OnResponseEnd = (disposition: ConnectionDisposition) => void

/** Told when the guest's side cannot go on: its answer will not come, or not to its end. */
export type OnUpstreamError = (error: unknown) => void

/** A step that runs as an event: what it throws would otherwise end the process. */
export function guard(onUpstreamError: OnUpstreamError, step: () => void): void {
  try {
    step()
  } catch (error) {
    onUpstreamError(error)
  }
}
