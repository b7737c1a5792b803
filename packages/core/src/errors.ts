/**
 * The one error table. Code says what happened; the table says how each voice renders it. Messages of a ServiceError
 * are public; what must stay private goes into `context` and `cause`, which only logs see.
 */
export interface ErrorRow {
  readonly http: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 413 | 415 | 416 | 429 | 500 | 502 | 503 | 504 | 507
  readonly rpc:
    | 'invalid_argument'
    | 'unauthenticated'
    | 'permission_denied'
    | 'not_found'
    | 'already_exists'
    | 'failed_precondition'
    | 'aborted'
    | 'resource_exhausted'
    | 'deadline_exceeded'
    | 'unimplemented'
    | 'unavailable'
    | 'internal'
    | 'data_loss'
    | 'unknown'
  readonly log: 'debug' | 'info' | 'warn' | 'error'
  readonly retryable: boolean
  /** For docs/errors.md: when it happens, in one sentence. */
  readonly when: string
}

const row = (
  http: ErrorRow['http'],
  rpc: ErrorRow['rpc'],
  log: ErrorRow['log'],
  retryable: boolean,
  when: string,
): ErrorRow => ({ http, rpc, log, retryable, when })

export const errorTable = {
  request_invalid: row(
    400,
    'invalid_argument',
    'info',
    false,
    'A field is missing, of a wrong type or out of its bounds.',
  ),
  path_invalid: row(
    400,
    'invalid_argument',
    'info',
    false,
    'A path cannot be resolved, or names the wrong kind of file.',
  ),
  credential_missing: row(401, 'unauthenticated', 'info', false, 'The request carries no credential.'),
  credential_malformed: row(
    401,
    'unauthenticated',
    'info',
    false,
    'The credential does not have the shape of one.',
  ),
  credential_unknown: row(401, 'unauthenticated', 'info', false, 'Nobody has this credential.'),
  user_unknown: row(401, 'unauthenticated', 'info', false, 'The user does not exist in the sandbox.'),
  forbidden: row(403, 'permission_denied', 'info', false, 'The credential does not allow this.'),
  not_found: row(404, 'not_found', 'info', false, 'The route, file, process or other thing does not exist.'),
  sandbox_not_found: row(404, 'not_found', 'info', false, 'No such sandbox, or it belongs to another team.'),
  template_not_found: row(
    404,
    'not_found',
    'info',
    false,
    'No such template, tag or build, or it is private to another team.',
  ),
  method_not_allowed: row(
    405,
    'unimplemented',
    'info',
    false,
    'The route exists, the method on it does not.',
  ),
  encoding_not_acceptable: row(
    406,
    'invalid_argument',
    'info',
    false,
    'None of the accepted encodings can be produced.',
  ),
  already_exists: row(409, 'already_exists', 'info', false, 'The thing to be made exists.'),
  conflict: row(
    409,
    'aborted',
    'info',
    true,
    'The thing is in a state, or in a transition, that refuses this.',
  ),
  start_in_flight: row(
    409,
    'aborted',
    'info',
    true,
    'The sandbox is just being resumed with its memory, and was to be booted from its files.',
  ),
  memory_not_restorable: row(
    409,
    'failed_precondition',
    'warn',
    false,
    'The memory of a paused sandbox cannot be restored here; with `memory: false` it boots from its files.',
  ),
  body_too_large: row(413, 'resource_exhausted', 'info', false, 'The request body is over its bound.'),
  media_type_unsupported: row(
    415,
    'invalid_argument',
    'info',
    false,
    'The body has a content type that the route does not take.',
  ),
  precondition_failed: row(
    400,
    'failed_precondition',
    'info',
    false,
    'The thing is not in a shape that allows this.',
  ),
  range_unsatisfiable: row(
    416,
    'invalid_argument',
    'info',
    false,
    'No byte of the range asked for lies within the file.',
  ),
  rate_limited: row(429, 'resource_exhausted', 'info', true, 'Too many requests or connections.'),
  quota_exceeded: row(
    429,
    'resource_exhausted',
    'info',
    true,
    'The team has as much as it may have at once; the message names the quota.',
  ),
  events_lost: row(
    503,
    'resource_exhausted',
    'info',
    true,
    'More happened than is kept for a reader; what is watched must be listed anew.',
  ),
  not_implemented: row(
    500,
    'unimplemented',
    'warn',
    false,
    'The interface names it, this build does not have it.',
  ),
  internal: row(
    500,
    'internal',
    'error',
    true,
    'A fault of ours; the log has the cause under the same request id.',
  ),
  snapshot_damaged: row(
    500,
    'data_loss',
    'error',
    false,
    'Something of a snapshot is missing, cut or altered; the message names it. A paused sandbox stays paused.',
  ),
  unknown: row(500, 'unknown', 'warn', false, 'The operation cannot be done on this kind of thing.'),
  sandbox_unreachable: row(
    502,
    'unavailable',
    'info',
    true,
    'The sandbox is gone, paused, or nothing listens on the port.',
  ),
  no_capacity: row(
    503,
    'resource_exhausted',
    'warn',
    true,
    'The node has no room; the message says what of.',
  ),
  no_compatible_node: row(
    503,
    'failed_precondition',
    'warn',
    false,
    'A sandbox was to be made of a snapshot whose memory cannot be restored here; the message says why.',
  ),
  template_building: row(
    503,
    'unavailable',
    'info',
    true,
    'The template comes with Cay and is being built because it is used for the first time.',
  ),
  capture_failed: row(
    503,
    'aborted',
    'warn',
    true,
    'The sandbox could not be captured just now; it goes on running.',
  ),
  node_unavailable: row(503, 'unavailable', 'warn', true, 'The node does not answer.'),
  deadline_exceeded: row(504, 'deadline_exceeded', 'info', true, 'The time the caller allowed has passed.'),
  node_disk_full: row(
    507,
    'resource_exhausted',
    'warn',
    true,
    'The node has no disk left for a snapshot; the sandbox goes on running.',
  ),
  disk_full: row(
    507,
    'resource_exhausted',
    'info',
    false,
    'The disk of the sandbox is full, by size or by inodes.',
  ),
} as const satisfies Record<string, ErrorRow>

export type ErrorCode = keyof typeof errorTable

export interface ServiceErrorOptions {
  readonly cause?: unknown
  /** For logs only. */
  readonly context?: Readonly<Record<string, unknown>>
}

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly context: Readonly<Record<string, unknown>>

  constructor(code: ErrorCode, publicMessage: string, options: ServiceErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.context = options.context ?? {}
  }
}

export function isServiceError(error: unknown, code?: ErrorCode): error is ServiceError {
  return error instanceof ServiceError && (code === undefined || error.code === code)
}

/** What a caller may see of any thrown value: foreign errors become `internal` with a sentence that tells nothing. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError('internal', 'internal error', { cause: error })
}
