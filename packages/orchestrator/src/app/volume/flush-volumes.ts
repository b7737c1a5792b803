/** What a paused sandbox has written to its volumes lasts as long as its memory does. */
import { ServiceError } from '@cay/core/errors.ts'
import type { NodeContext } from '../node/node-context.ts'
import type { LiveRecord } from '../sandbox/sandbox-registry.ts'

/** A file system that does not respond must not keep the sandbox from going on. */
const flushMsMax = 20_000

/** Throws ServiceError `store_unavailable` when it takes too long. */
export async function flushVolumes(
  { volumes }: Pick<NodeContext, 'volumes'>,
  { claim }: LiveRecord,
): Promise<void> {
  const { volumeMounts = [] } = claim
  if (volumeMounts.length === 0) return
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(silent()), flushMsMax)
  try {
    const flushed = Promise.all(volumeMounts.map(({ volumeId }) => volumes.flush(volumeId)))
    await Promise.race([flushed, late.promise])
  } finally {
    clearTimeout(timer)
  }
}

const silent = () =>
  new ServiceError(
    'store_unavailable',
    'the volumes of the sandbox do not take what was written: try again later',
  )
