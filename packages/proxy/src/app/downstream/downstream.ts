import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** One request of a client and the way back to it. */
export interface Downstream {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** The connection; `response` may not own it yet when the client sends requests ahead. */
  readonly socket: Socket
  /** It waits for `100 Continue` before it sends its body. */
  readonly awaitsContinue: boolean
  /** Present when it asks for another protocol: hands over what it has sent ahead, and the connection with it. */
  readonly takeOver?: () => Buffer[]
}
