import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { RequestBody } from '../forwarding/request-body.ts'

/** A request of a client, the response to it and the client's connection. */
export interface Downstream {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** `response` may not own the connection yet when the client pipelines requests. */
  readonly socket: Socket
  /** The client waits for `100 Continue` before it sends the body. */
  readonly awaitsContinue: boolean
  /** What was read of the body by somebody who served the request before; absent: nothing. */
  readonly body?: RequestBody | undefined
  /** Called whenever the request is forwarded into its sandbox. */
  readonly onForwarding?: () => void
  /** Present when the client asks for an upgrade: hands over the connection and the bytes that were sent ahead. */
  readonly takeOver?: () => Buffer[]
}
