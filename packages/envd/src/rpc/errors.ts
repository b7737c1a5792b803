/** Renders the error table for Connect. */

import { errorTable, toServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { codeFromString } from '@connectrpc/connect/protocol-connect'

export function toConnectError(error: unknown): ConnectError {
  // The library's own errors (a deadline, a client that disconnected, an invalid frame) are already Connect errors.
  if (error instanceof ConnectError) return error
  const known = toServiceError(error)
  const code = codeFromString(errorTable[known.code].rpc) ?? Code.Internal
  if (known.code === 'internal' && known.cause !== undefined) logFault(known.cause)
  return new ConnectError(known.message, code, undefined, undefined, known.cause)
}

function logFault(cause: unknown): void {
  process.stderr.write(`envd: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
}

/** Runs a unary call and converts its failures into Connect errors. */
export async function unary<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toConnectError(error)
  }
}

/** A failure caused by the caller's disconnect is not reported. */
export async function* streaming<T>(signal: AbortSignal, work: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* work()
  } catch (error) {
    throw signal.aborted ? ConnectError.from(error, Code.Canceled) : toConnectError(error)
  }
}
