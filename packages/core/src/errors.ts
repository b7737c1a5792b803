/**
 * The only error table. The code identifies the error; the table defines its rendering in each protocol. Messages of a
 * ServiceError are public; private details go into `context` and `cause`, which are only logged.
 */
export interface ErrorRow {
  readonly http:
    | 400
    | 401
    | 403
    | 404
    | 405
    | 406
    | 409
    | 413
    | 415
    | 416
    | 422
    | 429
    | 500
    | 502
    | 503
    | 504
    | 507
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
  /** For docs/errors.md: one sentence on when the error occurs. */
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
    'A field is missing, has a wrong type or is out of its range.',
  ),
  path_invalid: row(
    400,
    'invalid_argument',
    'info',
    false,
    'A path cannot be resolved, or names the wrong kind of file.',
  ),
  credential_missing: row(401, 'unauthenticated', 'info', false, 'The request has no credential.'),
  credential_malformed: row(
    401,
    'unauthenticated',
    'info',
    false,
    'The credential does not have the form of one.',
  ),
  credential_unknown: row(401, 'unauthenticated', 'info', false, 'The credential is unknown.'),
  credential_expired: row(401, 'unauthenticated', 'info', false, 'The API key or the token has expired.'),
  user_unknown: row(401, 'unauthenticated', 'info', false, 'The user does not exist in the sandbox.'),
  forbidden: row(403, 'permission_denied', 'info', false, 'The credential does not allow this.'),
  not_found: row(
    404,
    'not_found',
    'info',
    false,
    'The route, file, process or other resource does not exist.',
  ),
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
  already_exists: row(409, 'already_exists', 'info', false, 'The resource to be created exists already.'),
  conflict: row(
    409,
    'aborted',
    'info',
    true,
    'The state of the resource, or a transition in progress, does not allow this.',
  ),
  start_in_flight: row(
    409,
    'aborted',
    'info',
    true,
    'The sandbox is being resumed with its memory, and the request asks to boot it from its files.',
  ),
  memory_not_restorable: row(
    409,
    'failed_precondition',
    'warn',
    false,
    'The memory of a paused sandbox cannot be restored here; with `memory: false` it boots from its files.',
  ),
  stale_epoch: row(
    409,
    'failed_precondition',
    'info',
    true,
    'A command for a sandbox belongs to an earlier placement of it than the one that its node knows of.',
  ),
  volume_in_use: row(
    409,
    'aborted',
    'info',
    true,
    'A volume is needed on one node while sandboxes on another one run with it; the message names them.',
  ),
  idempotency_in_progress: row(
    409,
    'aborted',
    'info',
    true,
    'An earlier create with the same Idempotency-Key is still in progress.',
  ),
  idempotency_key_spent: row(
    409,
    'failed_precondition',
    'info',
    false,
    'The sandbox that was created with the Idempotency-Key has ended.',
  ),
  idempotency_mismatch: row(
    422,
    'failed_precondition',
    'info',
    false,
    'The Idempotency-Key was sent with another request before.',
  ),
  body_too_large: row(413, 'resource_exhausted', 'info', false, 'The request body is over its limit.'),
  list_too_large: row(
    413,
    'resource_exhausted',
    'info',
    false,
    'A directory of a volume has more entries than one response lists.',
  ),
  media_type_unsupported: row(
    415,
    'invalid_argument',
    'info',
    false,
    'The body has a content type that the route does not accept.',
  ),
  precondition_failed: row(
    400,
    'failed_precondition',
    'info',
    false,
    'A precondition of the resource does not hold.',
  ),
  range_unsatisfiable: row(
    416,
    'invalid_argument',
    'info',
    false,
    'No byte of the requested range lies within the file.',
  ),
  rate_limited: row(429, 'resource_exhausted', 'info', true, 'Too many requests or connections.'),
  quota_exceeded: row(
    429,
    'resource_exhausted',
    'info',
    true,
    'The request would exceed a quota of the team; the message names the quota.',
  ),
  events_lost: row(
    503,
    'resource_exhausted',
    'info',
    true,
    'A reader was too slow and events were dropped; list the directory again.',
  ),
  not_implemented: row(
    500,
    'unimplemented',
    'warn',
    false,
    'The interface has it, this version does not support it.',
  ),
  internal: row(
    500,
    'internal',
    'error',
    true,
    'A bug or a failure in Cay; the log of the service has the cause.',
  ),
  snapshot_damaged: row(
    500,
    'data_loss',
    'error',
    false,
    'A file of a snapshot is missing, truncated or altered; the message names it. A paused sandbox stays paused.',
  ),
  unknown: row(500, 'unknown', 'warn', false, 'The operation does not apply to this kind of resource.'),
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
    'The node has no capacity; the message says of what.',
  ),
  not_member: row(
    403,
    'permission_denied',
    'warn',
    false,
    'A node that calls is no member of the cluster any more.',
  ),
  machine_refused: row(
    409,
    'failed_precondition',
    'info',
    false,
    'A machine that wants to join the cluster cannot be a node of it.',
  ),
  no_compatible_node: row(
    503,
    'failed_precondition',
    'warn',
    false,
    'The memory of the snapshot that a sandbox should be created from cannot be restored here; the message says why.',
  ),
  template_building: row(
    503,
    'unavailable',
    'info',
    true,
    'The template comes with Cay and is being built for its first use.',
  ),
  capture_failed: row(503, 'aborted', 'warn', true, 'The sandbox could not be captured; it goes on running.'),
  store_unavailable: row(
    503,
    'unavailable',
    'warn',
    true,
    'The object store cannot be reached or used; what should be stored there stays as it was.',
  ),
  issuer_unavailable: row(
    503,
    'unavailable',
    'warn',
    true,
    'The identity provider cannot be reached, or does not respond as one.',
  ),
  node_unavailable: row(503, 'unavailable', 'warn', true, 'The node is unreachable.'),
  database_unavailable: row(
    503,
    'unavailable',
    'warn',
    true,
    'Control cannot reach its database; what runs goes on.',
  ),
  deadline_exceeded: row(504, 'deadline_exceeded', 'info', true, "The client's deadline has passed."),
  node_disk_full: row(
    507,
    'resource_exhausted',
    'warn',
    true,
    'The disk of the node has no space for a snapshot, and the sandbox goes on running; or none for a volume.',
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
  /** Only logged. */
  readonly context?: Readonly<Record<string, unknown>>
  /** Default: false. */
  readonly isOutcomeUnknown?: boolean
  /** Absent: that of the code, if it has one. */
  readonly retryAfterSeconds?: number
}

export class ServiceError extends Error {
  readonly code: ErrorCode
  readonly context: Readonly<Record<string, unknown>>
  /** The request may have been received, and nothing came back: what it asked for may have been done, or may yet be done. */
  readonly isOutcomeUnknown: boolean
  /** When the request may be sent again; undefined: as the code has it. */
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, publicMessage: string, options: ServiceErrorOptions = {}) {
    super(publicMessage, options.cause === undefined ? {} : { cause: options.cause })
    this.name = 'ServiceError'
    this.code = code
    this.context = options.context ?? {}
    this.isOutcomeUnknown = options.isOutcomeUnknown ?? false
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export function isServiceError(error: unknown, code?: ErrorCode): error is ServiceError {
  return error instanceof ServiceError && (code === undefined || error.code === code)
}

export function isOutcomeUnknown(error: unknown): boolean {
  return error instanceof ServiceError && error.isOutcomeUnknown
}

/** Converts any thrown value to a public error: foreign errors become `internal` with a generic message. */
export function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  return new ServiceError('internal', 'internal error', { cause: error })
}
