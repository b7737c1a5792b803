/** The connection that a call came on: how it ended says whether its caller has left or was cut off. */
import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { limits } from '@cay/contract/limits.ts'
import { limitSendBuffer } from '@cay/kit/host/socket-buffers.ts'
import {
  type ContextKey,
  type ContextValues,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from '@connectrpc/connect'

const connection: ContextKey<Socket | undefined> = createContextKey<Socket | undefined>(undefined)
const answer: ContextKey<ServerResponse | undefined> = createContextKey<ServerResponse | undefined>(undefined)

/** The library does not hand on the answer with its request. */
const answers = new WeakMap<object, ServerResponse>()

export function noteAnswer(request: object, response: ServerResponse): void {
  answers.set(request, response)
}

export function connectionOf(request: { readonly socket: unknown }): ContextValues {
  const { socket } = request
  return createContextValues()
    .set(connection, socket instanceof Socket ? socket : undefined)
    .set(answer, answers.get(request))
}

/** When the answer has been sent whole, or its connection is gone. */
export function onceAnswered(context: HandlerContext, work: () => void): void {
  const response = context.values.get(answer)
  if (response?.closed === true) work()
  else response?.once('close', work)
}

/** What is on the way when the connection is cut has to be kept until then. */
export function boundWhatIsOnTheWay(context: HandlerContext): void {
  const socket = context.values.get(connection)
  if (socket !== undefined) limitSendBuffer(socket, limits.streamSocketBytesMax)
}

/** Whoever leaves ends the connection in order; a cut is a reset. */
export function hasCallerLeft(context: HandlerContext): boolean {
  return context.values.get(connection)?.readableEnded === true
}
