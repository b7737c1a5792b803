/**
 * Names that users chose: of webhooks, and of proxies of sandboxes. A name whose servers are silent takes seconds, so each
 * team has a share of the lookups in progress.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { FairSemaphore, TooManyWaitingError } from '@cay/kit/flow/fair-semaphore.ts'
import type { ResolveName } from '@cay/kit/host/resolve-names.ts'
import type { ResolveHost } from '../../ports/host.ts'

/** Lookups in progress, and those of one team in progress and waiting. */
const lookups = { permits: 256, permitsPerKey: 32, waitingPerKeyMax: 128 }

/** Throws rate_limited, and what `resolve` throws. */
export function resolveFairly(resolve: ResolveName): ResolveHost {
  const places = new FairSemaphore(lookups)
  return async (host, teamId) => {
    try {
      return await places.run(teamId, () => resolve(host))
    } catch (error) {
      if (!(error instanceof TooManyWaitingError)) throw error
      throw new ServiceError('rate_limited', 'too many name lookups of this team in progress; retry')
    }
  }
}
