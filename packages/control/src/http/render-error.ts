/** The only place that renders errors as HTTP responses. */
import type { components } from '@cay/contract/gen/control/api.js'
import { headers } from '@cay/contract/names.ts'
import { type ErrorCode, errorTable, ServiceError, toServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'
import { Counter } from '@cay/kit/metrics.ts'
import { currentRequestId } from '@cay/kit/request-id.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The logger of the service: `log` belongs to the framework. */
    readonly serviceLog?: Logger
  }
}

const failures = new Counter({
  name: 'cay_control_errors_total',
  help: 'Requests that were refused or failed, by route and by the code of docs/errors.md',
  labelNames: ['route', 'code'],
})

/** Errors of the framework by its codes; all its other client errors become request_invalid. */
const frameworkCodes: Readonly<Record<string, readonly [ErrorCode, string]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['body_too_large', 'the request body is over 16 MiB'],
}

/** Codes for clients where the status is ambiguous. */
const errorCodes: Readonly<Partial<Record<ErrorCode, string>>> = {
  no_capacity: 'sandbox_capacity_unavailable',
  start_in_flight: 'sandbox_start_in_flight',
  quota_exceeded: 'team_quota_exceeded',
  memory_not_restorable: 'sandbox_memory_not_restorable',
  no_compatible_node: 'sandbox_no_compatible_node',
  template_building: 'template_building',
  snapshot_damaged: 'sandbox_snapshot_damaged',
  idempotency_in_progress: 'idempotency_in_progress',
  idempotency_key_spent: 'idempotency_key_spent',
  idempotency_mismatch: 'idempotency_request_mismatch',
}

/** Seconds after which a request may be sent again, unless the error says otherwise. */
const retryAfter: Readonly<Partial<Record<ErrorCode, number>>> = {
  idempotency_in_progress: 1,
  database_unavailable: 1,
  node_unavailable: 5,
  store_unavailable: 5,
  issuer_unavailable: 5,
}

export function renderError(
  { code, message }: ServiceError,
  requestId = currentRequestId(),
): components['schemas']['Error'] {
  const errorCode = errorCodes[code]
  return {
    code: errorTable[code].http,
    // Its cause is in the log alone, under this id.
    message: code === 'internal' && requestId !== undefined ? `${message} (request ${requestId})` : message,
    ...(errorCode === undefined ? {} : { error_code: errorCode }),
  }
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const ours = fromHttpError(error)
  const { http, log } = errorTable[ours.code]
  failures.inc({ route: request.routeOptions?.url ?? 'none', code: ours.code })
  request.server.serviceLog?.[log](
    {
      event: 'request.refused',
      requestID: request.id,
      code: ours.code,
      err: log === 'info' ? undefined : (ours.cause ?? ours),
      context: ours.context,
      reason: ours.message,
    },
    'refused a request',
  )
  const retryAfterSeconds = ours.retryAfterSeconds ?? retryAfter[ours.code]
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  void reply
    .code(http)
    .header(headers.requestId, request.id)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(renderError(ours, request.id)))
}

/** Converts an error of the framework to the error that the client gets. */
export function fromHttpError(error: unknown): ServiceError {
  if (error instanceof ServiceError || !isFrameworkError(error)) return toServiceError(error)
  const known = frameworkCodes[error.code]
  if (known !== undefined) return new ServiceError(known[0], known[1], { cause: error })
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return new ServiceError('request_invalid', `validation error: request: ${error.message}`, {
      cause: error,
    })
  }
  return toServiceError(error)
}

function isFrameworkError(error: unknown): error is Error & { code: string; statusCode?: number } {
  return error instanceof Error && 'code' in error && typeof error.code === 'string'
}
