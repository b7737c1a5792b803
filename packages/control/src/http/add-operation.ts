/**
 * Registers one operation of the spec as a route: it authenticates, validates params, query and body by the spec, and
 * runs the handler within the deadline. A handler gets validated input and the caller's team only.
 */
import {
  type Operation,
  type OperationId,
  operations,
  type RequestOf,
} from '@cay/contract/gen/control/operations.js'
import { headers } from '@cay/contract/names.ts'
import { ServiceError } from '@cay/core/errors.ts'
import type { SharedLimit } from '@cay/kit/flow/shared-limit.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AuditActor } from '../app/event/audit.ts'
import { type Caller, checkScope } from '../app/key/caller.ts'
import type { RateLimiter } from '../app/team/rate-limiter.ts'
import type { Team } from '../ports/team.ts'
import { withinDeadline } from './deadline.ts'
import { markKnown } from './limit-clients.ts'
import { publicOrigin } from './public-origin.ts'
import { enforceRateLimit } from './rate-limit-headers.ts'
import { sendError } from './render-error.ts'
import { unencodedMetadata } from './sandbox/unencoded-metadata.ts'
import { parseAs, parseBody, parseQueryAs } from './validate.ts'

export type Call<Id extends OperationId> = AdminCall<Id> & {
  readonly caller: Caller
  /** The caller's team. */
  readonly team: Team
}

/** A call with the admin token, which belongs to no team. */
export type AdminCall<Id extends OperationId> = RequestOf<Id> & {
  readonly headers: FastifyRequest['headers']
  /** What links begin with, given the base domain. */
  readonly origin: (domain: string | null) => string
  /** Aborted at the request's deadline. */
  readonly signal: AbortSignal
}

export interface RouteResponse {
  readonly status: number
  /** Serialized as JSON; undefined sends no body. */
  readonly body?: unknown
  /** Used instead of `body`: text that is JSON already. */
  readonly json?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
}

export type Handler<Id extends OperationId> = (call: Call<Id>) => Promise<RouteResponse>

/** A request that may have changed state, with its response or its error. */
export type AuditFacts = { readonly kind: string; readonly params: Readonly<Record<string, unknown>> } & (
  | { readonly status: number; readonly body: unknown }
  | {
      readonly error: unknown
      /** The request was rejected before its handler ran, by scope, rate limit or body validation. */
      readonly isRejectedEarly: boolean
    }
)

export type Audit = (facts: AuditFacts, actor: AuditActor) => Promise<void>

/** Checks that run before the handler. */
export interface Guards {
  readonly authenticate: Authenticate
  readonly audit: Audit
  readonly limiter: RateLimiter
  /** Requests in flight, by team. */
  readonly inFlight: SharedLimit
}

/** The headers of a request that say who sends it. */
export interface Credentials {
  readonly apiKey: string | undefined
  readonly authorization: string | undefined
  readonly teamId: string | undefined
}

export type Authenticate = (credentials: Credentials) => Promise<Caller>

type PublicId =
  | 'getHealth'
  | 'getJwks'
  | 'getOpenApi'
  | 'getDocs'
  | 'getSignIn'
  | 'exchangeToken'
  | 'startCliLogin'
  | 'finishCliLogin'
  | 'waitForCliLogin'
type AdminId = Extract<OperationId, `admin${string}`>

/** Handlers by operation id: all operations that take an API key. */
export type Routes = { readonly [Id in Exclude<OperationId, PublicId | AdminId>]: Handler<Id> }

/** Handlers of the operations that take the admin token. */
export type AdminRoutes = { readonly [Id in AdminId]: (call: AdminCall<Id>) => Promise<RouteResponse> }

export function addOperation<Id extends OperationId>(
  app: FastifyInstance,
  { id, authenticate, audit, limiter, inFlight }: { id: Id } & Guards,
  handler: Handler<Id>,
): void {
  addChecked<Id, Caller>(app, {
    id,
    audit: (facts, { team, keyId }) => audit(facts, { kind: 'key', teamId: team.teamId, keyId }),
    identify: (request) =>
      authenticate({
        apiKey: singleHeader(request, headers.apiKey),
        authorization: singleHeader(request, 'authorization'),
        teamId: singleHeader(request, headers.teamId),
      }),
    admit: (caller, reply) => {
      checkScope(caller, operations[id])
      enforceRateLimit((name, value) => reply.header(name, value), limiter.take(caller.team, id))
      enforceShare(reply, inFlight.enter(caller.team.teamId))
    },
    handler: (call, caller) => handler({ ...call, caller, team: caller.team }),
  })
}

export function addAdminOperation<Id extends AdminId>(
  app: FastifyInstance,
  { id, check, audit }: { id: Id; check: (header: string | undefined) => void; audit: Audit },
  handler: (call: AdminCall<Id>) => Promise<RouteResponse>,
): void {
  addChecked<Id, true>(app, {
    id,
    audit: (facts) => audit(facts, { kind: 'admin' }),
    identify: async (request) => {
      check(singleHeader(request, headers.adminToken))
      return true
    },
    admit: () => undefined,
    handler: (call) => handler(call),
  })
}

interface Checked<Id extends OperationId, Credential> {
  readonly id: Id
  /** Throws when the credential is missing or unknown. */
  readonly identify: (request: FastifyRequest) => Promise<Credential>
  /** Throws when an authenticated caller is not admitted, by scope or rate limit. */
  readonly admit: (credential: Credential, reply: FastifyReply) => void
  readonly audit: (facts: AuditFacts, credential: Credential) => Promise<void>
  readonly handler: (call: AdminCall<Id>, credential: Credential) => Promise<RouteResponse>
}

function addChecked<Id extends OperationId, Credential>(
  app: FastifyInstance,
  { id, identify, admit, audit, handler }: Checked<Id, Credential>,
): void {
  const operation = operations[id]
  const credentials = new WeakMap<FastifyRequest, Credential>()
  const begun = new WeakSet<FastifyRequest>()
  app.route({
    method: operation.method,
    url: operation.url,
    config: { hasCredential: true },
    // Runs before the body is read, so that an unauthenticated request costs little.
    onRequest: async (request, reply) => {
      const credential = await identify(request)
      credentials.set(request, credential)
      markKnown(request)
      admit(credential, reply)
    },
    errorHandler: async (error, request, reply) => {
      const credential = credentials.get(request)
      const isOfKnown = credential !== undefined && operation.method !== 'GET'
      if (isOfKnown && !begun.has(request))
        await audit({ kind: id, params: asRecord(request.params), error, isRejectedEarly: true }, credential)
      sendError(error, request, reply)
    },
    handler: async (request, reply) => {
      const credential = credentials.get(request)
      if (credential === undefined) throw new TypeError('a handler ran before its credential was checked')
      begun.add(request)
      const answer = async () => {
        const valid = parseRequest<Id>(operation, request)
        const { headers } = request
        const origin = (domain: string | null) => publicOrigin(domain, request)
        return await withinDeadline((signal) => handler({ ...valid, headers, origin, signal }, credential))
      }
      const record = (facts: AuditFacts) => audit(facts, credential)
      return sendAnswer(reply, await audited({ operation, params: request.params, record }, answer))
    },
  })
}

/** Throws rate_limited when the team has its share of all requests in flight. */
function enforceShare({ raw }: FastifyReply, leave: (() => void) | undefined): void {
  if (leave === undefined)
    throw new ServiceError('rate_limited', 'too many requests of this team in progress; retry', {
      retryAfterSeconds: 1,
    })
  if (raw.destroyed) leave()
  else raw.once('close', leave)
}

/** Records every operation that may change state, also when it was rejected or failed. */
async function audited(
  {
    operation,
    params,
    record,
  }: { operation: Operation<never>; params: unknown; record: (facts: AuditFacts) => Promise<void> },
  work: () => Promise<RouteResponse>,
): Promise<RouteResponse> {
  if (operation.method === 'GET') return await work()
  const call = { kind: operation.id, params: asRecord(params) }
  try {
    const answer = await work()
    await record({ ...call, status: answer.status, body: answer.body })
    return answer
  } catch (error) {
    await record({ ...call, error, isRejectedEarly: false })
    throw error
  }
}

/**
 * The only cast of a request to its type, which is safe because validators and types are generated from the same spec.
 */
function parseRequest<Id extends OperationId>(
  operation: Operation<never>,
  request: FastifyRequest,
): RequestOf<Id> {
  return {
    params: parseAs(operation.params, 'params', { ...asRecord(request.params) }),
    query: parseQueryAs(operation.query, queryOf(operation, request)),
    body: parseBody<unknown>(operation, request.body),
  } as RequestOf<Id>
}

function queryOf(operation: Operation<never>, { query, url }: FastifyRequest): Record<string, unknown> {
  const metadata = unencodedMetadata(url)
  const texts = { ...asRecord(query), ...(metadata === undefined ? {} : { metadata }) }
  return splitLists(operation, texts)
}

/** Lists may be written `state=a,b` or `state=a&state=b`; an empty text is an empty list. */
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

function sendAnswer(
  reply: FastifyReply,
  { status, body, json, headers: extra }: RouteResponse,
): FastifyReply {
  reply.code(status)
  if (extra !== undefined) reply.headers(extra)
  const text = json ?? (body === undefined ? undefined : JSON.stringify(body))
  if (text === undefined) return reply.send()
  return reply.type('application/json; charset=utf-8').send(text)
}
