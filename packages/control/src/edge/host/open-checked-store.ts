import { checkStore } from '@cay/blobs/app/check-store.ts'
import { type OpenStoreOptions, openStore } from '@cay/blobs/edge/open-store.ts'
import { BlobError, isBlobError } from '@cay/blobs/ports/blob-error.ts'
import type { BlobStore } from '@cay/blobs/ports/blob-store.ts'
import type { Logger } from '@cay/kit/log.ts'
import { SettingError } from '@cay/kit/settings.ts'

/** The store that the settings name is tried for this many milliseconds. */
const checkMsMax = 5_000

/** Throws BlobError, which names the setting to change, also when the store does not answer. */
export async function tryStore(store: BlobStore, msMax = checkMsMax): Promise<void> {
  const retryPolicy = { withinMs: msMax, firstDelayMs: 100, delayMsMax: 1_000 }
  const signal = AbortSignal.timeout(2 * msMax)
  try {
    await checkStore(store, { retryPolicy, signal })
  } catch (cause) {
    if (!signal.aborted || isBlobError(cause)) throw cause
    const message = `the store at ${store.location} of CAY_BLOBS_URL does not answer`
    throw new BlobError('unreachable', message, { cause })
  }
}

/**
 * Throws SettingError for a store that cannot be used with these settings. One that does not answer is none of these: sandboxes go on
 * without it. One that is a directory is the node's to check, because control cannot reach it.
 */
export async function openCheckedStore(options: OpenStoreOptions, log: Logger): Promise<BlobStore> {
  const store = openStore(options)
  if (options.location.kind === 'directory') return store
  try {
    await tryStore(store)
  } catch (error) {
    if (!isBlobError(error)) throw error
    // The sentence names what to change; a restart does not repair it.
    if (!error.isRetryable)
      throw new SettingError('CAY_BLOBS_URL', '(not shown)', error.message, { cause: error })
    log.warn(
      { event: 'object_store.unavailable', location: store.location, err: error },
      'the object store does not answer; artifacts are stored when it does',
    )
  }
  return store
}
