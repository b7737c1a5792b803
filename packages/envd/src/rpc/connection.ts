/** The connection that a call came on: how it ended says whether its caller has left or was cut off. */
import { Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { boundSendBuffer } from '@cay/kit/host/socket-buffers.ts'
import {
  type ContextKey,
  type ContextValues,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect'

const connection: ContextKey<Socket | undefined> = createContextKey<Socket | undefined>(undefined)

export function connectionOf({ socket }: { readonly socket: unknown }): ContextValues {
  return createContextValues().set(connection, socket instanceof Socket ? socket : undefined)
}

/** What is on the way when the connection is cut has to be kept until then. */
export function boundWhatIsOnTheWay(context: HandlerContext): void {
  const socket = context.values.get(connection)
  if (socket !== undefined) boundSendBuffer(socket, limits.streamSocketBytesMax)
}

/** Whoever leaves ends the connection in order; a cut is a reset. */
export function hasCallerLeft(context: HandlerContext): boolean {
  return context.values.get(connection)?.readableEnded === true
}
