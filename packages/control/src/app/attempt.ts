import { isBlobError } from '@cay/blobs/ports/blob-error.ts'
import { isServiceError } from '@cay/core/errors.ts'
import type { Logger } from '@cay/kit/log.ts'

/** For work that is repeated: failures are retried, so only internal errors are logged above debug level. */
export async function attempt(
  { log }: { readonly log: Logger },
  task: string,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run()
  } catch (error) {
    const level = isServiceError(error) || isBlobError(error) ? 'debug' : 'error'
    log[level]({ event: 'node.follow.failed', task, err: error }, `failed to ${task}; retrying`)
  }
}
