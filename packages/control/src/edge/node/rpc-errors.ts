/** The only place where RPC errors of calls to the node become service errors. */
import { errorCodeHeader } from '@cay/contract/names.ts'
import { type ErrorCode, ServiceError } from '@cay/core/errors.ts'
import { isPeerDown } from '@cay/kit/peer-errors.ts'
import { Code, ConnectError } from '@connectrpc/connect'

/** How one call maps RPC codes, in addition to the mapping for all calls. */
export type Meanings = Readonly<Partial<Record<Code, ErrorCode>>>

export async function mapRpcErrors<T>(meanings: Meanings, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    throw toServiceError(error, meanings)
  }
}

/** For calls after which a sandbox runs: the error says whether it may run although the call has failed. */
export async function mapStartErrors<T>(meanings: Meanings, call: Promise<T>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const { code, message } = toServiceError(error, meanings)
    throw new ServiceError(code, message, { cause: error, isOutcomeUnknown: !isDecided(error) })
  }
}

/** The node has responded, or has not received the call. Everything else can happen after the node has done it. */
function isDecided(error: unknown): boolean {
  return isPeerDown(error) || ConnectError.from(error).metadata.has(errorCodeHeader)
}

const ofEveryCall: Meanings = {
  [Code.NotFound]: 'not_found',
  [Code.AlreadyExists]: 'already_exists',
  [Code.ResourceExhausted]: 'no_capacity',
  [Code.Unimplemented]: 'not_implemented',
  [Code.DataLoss]: 'snapshot_damaged',
}

/** What the node calls by its name: another thing than the node is unavailable, or the command came too late. */
const toldByNode: ReadonlyMap<string, ErrorCode> = new Map(
  (['store_unavailable', 'stale_epoch'] as const).map((code) => [code, code]),
)

function toServiceError(error: unknown, meanings: Meanings): ServiceError {
  const foreign = ConnectError.from(error)
  if (isSocketError(foreign.cause)) return nodeUnavailable(error)
  const told = toldByNode.get(foreign.metadata.get(errorCodeHeader) ?? '')
  if (told !== undefined) return new ServiceError(told, foreign.rawMessage, { cause: error })
  const code = meanings[foreign.code] ?? ofEveryCall[foreign.code]
  if (code !== undefined) return new ServiceError(code, foreign.rawMessage, { cause: error })
  switch (foreign.code) {
    case Code.DeadlineExceeded:
    case Code.Canceled:
      return new ServiceError('deadline_exceeded', 'the node did not respond in time', { cause: error })
    case Code.Unavailable:
    // The connection broke in the middle of the call.
    case Code.Aborted:
    case Code.Unknown:
      return nodeUnavailable(error)
    default:
      return new ServiceError('internal', 'internal error', { cause: error })
  }
}

export function nodeUnavailable(cause: unknown): ServiceError {
  return new ServiceError('node_unavailable', 'the node is unreachable', { cause })
}

/** True for a missing, refused or broken connection: only system errors have a code that is a string. */
function isSocketError(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false
  return ('code' in cause && typeof cause.code === 'string') || isSocketError(cause.cause)
}
