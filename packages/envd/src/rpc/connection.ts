/** The connection of a call: the way in which it ended shows whether its caller disconnected or was cut off. */
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
import { noteEarlyClient } from './early-client.ts'

const connection: ContextKey<Socket | undefined> = createContextKey<Socket | undefined>(undefined)
const answer: ContextKey<ServerResponse | undefined> = createContextKey<ServerResponse | undefined>(undefined)

/** The library does not pass the response on with its request, so this maps one to the other. */
const answers = new WeakMap<object, ServerResponse>()

export function noteAnswer(request: object, response: ServerResponse): void {
  answers.set(request, response)
}

export function connectionOf(request: {
  readonly socket: unknown
  readonly rawHeaders: readonly string[]
}): ContextValues {
  const { socket, rawHeaders } = request
  const values = createContextValues()
    .set(connection, socket instanceof Socket ? socket : undefined)
    .set(answer, answers.get(request))
  return noteEarlyClient(values, rawHeaders)
}

/** Runs `work` when the response has been sent completely or its connection is gone. */
export function onceAnswered(context: HandlerContext, work: () => void): void {
  const response = context.values.get(answer)
  if (response?.closed === true) work()
  else response?.once('close', work)
}

/** Limits the bytes in flight, because whatever is in flight when the connection is cut must be kept until then. */
export function boundWhatIsOnTheWay(context: HandlerContext): void {
  const socket = context.values.get(connection)
  if (socket !== undefined) limitSendBuffer(socket, limits.streamSocketBytesMax)
}

/** A caller that leaves ends the connection in order; a cut connection is reset. */
export function hasCallerLeft(context: HandlerContext): boolean {
  return context.values.get(connection)?.readableEnded === true
}
