/** The Connect voice of the error table. */

import { errorTable, toServiceError } from '@cay/core/errors.ts'
import { Code, ConnectError } from '@connectrpc/connect'
import { codeFromString } from '@connectrpc/connect/protocol-connect'

export function toConnectError(error: unknown): ConnectError {
  // What the library itself says (a deadline, a client that left, a bad frame) is already in its words.
  if (error instanceof ConnectError) return error
  const known = toServiceError(error)
  const code = codeFromString(errorTable[known.code].rpc) ?? Code.Internal
  if (known.code === 'internal' && known.cause !== undefined) logFault(known.cause)
  return new ConnectError(known.message, code, undefined, undefined, known.cause)
}

function logFault(cause: unknown): void {
  process.stderr.write(`envd: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}\n`)
}

/** Answers of one call, its failures in Connect's words. */
export async function unary<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toConnectError(error)
  }
}

/** What fails because the caller has left is no fault. */
export async function* streaming<T>(signal: AbortSignal, work: () => AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* work()
  } catch (error) {
    throw signal.aborted ? ConnectError.from(error, Code.Canceled) : toConnectError(error)
  }
}
