/**
 * Answers a malformed protobuf message with `invalid_argument`, as the library does for JSON; for protobuf it says `internal`.
 * A failure before an interceptor has seen the message is a parse failure, and so is one while messages of a stream are read.
 */
import {
  Code,
  ConnectError,
  type ConnectRouter,
  type ContextValues,
  createContextKey,
  createContextValues,
  type Interceptor,
} from '@connectrpc/connect'

interface Options {
  readonly routes: (router: ConnectRouter) => void
  readonly interceptors?: Interceptor[]
}

/** Wraps the options of `connectNodeAdapter`. */
export function rejectMalformed<T extends Options>(options: T): T {
  return {
    ...options,
    interceptors: [noteReading, ...(options.interceptors ?? [])],
    routes: (router: ConnectRouter) => {
      options.routes(router)
      for (const [index, handler] of router.handlers.entries())
        router.handlers[index] = Object.assign(rejecting(handler), handler)
    },
  }
}

type Handler = ConnectRouter['handlers'][number]
type HandlerResponse = Awaited<ReturnType<Handler>>

const isRead = createContextKey(false)

const noteReading: Interceptor = (next) => (request) => {
  request.contextValues.set(isRead, true)
  return next(request.stream ? { ...request, message: readable(request.message) } : request)
}

async function* readable<T>(messages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* messages
  } catch (error) {
    const { code, rawMessage, cause } = ConnectError.from(error)
    if (code !== Code.Internal) throw error
    throw new ConnectError(rawMessage, Code.InvalidArgument, undefined, undefined, cause)
  }
}

/** Unary messages are parsed before interceptors run: the response says that parsing failed. */
function rejecting(handler: Handler) {
  return async (request: Parameters<Handler>[0]): Promise<HandlerResponse> => {
    const contextValues: ContextValues = request.contextValues ?? createContextValues()
    const answer = await handler({ ...request, contextValues })
    return answer.status === internalStatus && !contextValues.get(isRead) ? asInvalid(answer) : answer
  }
}

const internalStatus = 500
const invalidStatus = 400

async function asInvalid(answer: HandlerResponse): Promise<HandlerResponse> {
  const pieces: Uint8Array[] = []
  for await (const piece of answer.body ?? []) pieces.push(piece)
  const told: unknown = JSON.parse(Buffer.concat(pieces).toString())
  const body = Buffer.from(JSON.stringify({ ...Object(told), code: 'invalid_argument' }))
  const header = new Headers(answer.header)
  header.set('content-length', String(body.length))
  return { ...answer, status: invalidStatus, header, body: only(body) }
}

async function* only(body: Uint8Array): AsyncGenerator<Uint8Array> {
  yield body
}
