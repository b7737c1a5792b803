/**
 * Puts one operation of the spec behind its route: credential first, then params, query and body as the spec says, then
 * the handler within the deadline. A handler gets only what is valid, and its team.
 */
import {
  type Operation,
  type OperationId,
  operations,
  type RequestOf,
} from '@cay/contract/gen/control/operations.js'
import { headers } from '@cay/contract/names.ts'
import type { Door } from '@cay/core/team/key-scope.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../app/authenticate.ts'
import type { Team } from '../ports.ts'
import { withinDeadline } from './deadline.ts'
import { invalid, parseAs } from './validate.ts'

export type Call<Id extends OperationId> = RequestOf<Id> & {
  readonly caller: Caller
  /** The caller's. */
  readonly team: Team
  readonly headers: FastifyRequest['headers']
  /** Where the caller reached us, for links: scheme and host. */
  readonly origin: string
  /** Fires at the request's deadline. */
  readonly signal: AbortSignal
}

export interface Answer {
  readonly status: number
  /** Rendered as JSON; undefined sends none. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<Answer>

export type Authenticate = (header: string | undefined, door: Door) => Promise<Caller>

/** By the id of the operation: all that take a credential. */
export type Routes = { readonly [Id in Exclude<OperationId, 'getHealth' | 'getJwks'>]: Handler<Id> }

export function addOperation<Id extends OperationId>(
  app: FastifyInstance,
  { id, authenticate }: { id: Id; authenticate: Authenticate },
  handler: Handler<Id>,
): void {
  const operation = operations[id]
  const callers = new WeakMap<FastifyRequest, Caller>()
  app.route({
    method: operation.method,
    url: operation.url,
    // Before the body is read: a caller without a key costs nothing.
    onRequest: async (request) => {
      callers.set(request, await authenticate(singleHeader(request, headers.apiKey), operation))
    },
    handler: async (request, reply) => {
      const caller = callers.get(request)
      if (caller === undefined) throw new TypeError('a handler ran before its credential was checked')
      const valid = parseRequest<Id>(operation, request)
      const answer = await withinDeadline((signal) =>
        handler({
          ...valid,
          caller,
          team: caller.team,
          headers: request.headers,
          origin: originOf(request),
          signal,
        }),
      )
      return sendAnswer(reply, answer)
    },
  })
}

function originOf({ protocol, host }: FastifyRequest): string {
  return `${protocol}://${host}`
}

/** The one place where what came in takes its type: the validators were made from what the types were made from. */
function parseRequest<Id extends OperationId>(
  operation: Operation<never>,
  request: FastifyRequest,
): RequestOf<Id> {
  return {
    params: parseAs(operation.params, 'params', { ...asRecord(request.params) }),
    query: parseAs(operation.query, 'query', splitLists(operation, asRecord(request.query))),
    body: parseBody(operation, request.body),
  } as RequestOf<Id>
}

function parseBody({ body, bodyUse }: Operation<never>, data: unknown): unknown {
  if (body === null) return undefined
  if (data !== undefined) return parseAs(body, 'body', data)
  if (bodyUse === 'required') throw invalid('body', 'is required')
  return undefined
}

/** `state=a,b` is a list, and so is `state=a&state=b`; an empty text is none. */
function splitLists(
  { listQueries }: Operation<never>,
  query: Record<string, unknown>,
): Record<string, unknown> {
  const entries = Object.entries(query).filter(
    ([name, value]) => !(listQueries.includes(name) && value === ''),
  )
  return Object.fromEntries(
    entries.map(([name, value]) => [
      name,
      listQueries.includes(name) ? [value].flat().join(',').split(',') : value,
    ]),
  )
}

function asRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}

function singleHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}

function sendAnswer(reply: FastifyReply, { status, body, headers: extra }: Answer): FastifyReply {
  reply.code(status).headers({ ...extra })
  if (body === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}
