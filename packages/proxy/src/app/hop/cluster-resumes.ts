/**
 * Has control resume paused sandboxes. Concurrent requests with the same credentials share one call (single flight), and
 * what control tells of the place is remembered.
 */
import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'
import type { AuthorizedRequest, ClusterClient, ClusterResume } from '../../ports/cluster.ts'
import type { ResumeOutcome } from '../../ports/orchestrator.ts'
import type { SandboxLocator } from './sandbox-locator.ts'

interface ClusterResumesDeps {
  readonly cluster: Pick<ClusterClient, 'resumeForTraffic'>
  readonly locator: Pick<SandboxLocator, 'learn'>
  readonly log: Logger
}

export class ClusterResumes {
  readonly #deps: ClusterResumesDeps
  readonly #inFlight = new Map<string, Promise<ClusterResume>>()

  constructor(deps: ClusterResumesDeps) {
    this.#deps = deps
  }

  /** Never rejects. */
  resume(request: AuthorizedRequest): Promise<ClusterResume> {
    const { sandboxId, port, accessToken, trafficToken } = request
    const key = JSON.stringify([sandboxId, port, accessToken, trafficToken])
    const known = this.#inFlight.get(key)
    if (known !== undefined) return known
    const outcome = this.#request(request).finally(() => this.#inFlight.delete(key))
    this.#inFlight.set(key, outcome)
    return outcome
  }

  async #request(request: AuthorizedRequest): Promise<ClusterResume> {
    const { cluster, locator, log } = this.#deps
    const { sandboxId, port } = request
    const resumed = await cluster.resumeForTraffic(request, AbortSignal.timeout(bounds.pendingMsMax))
    const isNews = resumed.kind === 'located' || resumed.kind === 'failed'
    log[isNews ? 'info' : 'debug'](
      { event: 'sandbox.resume.finished', sandboxID: sandboxId, port, outcome: resumed.kind },
      'resume for traffic finished',
    )
    if (resumed.kind !== 'located') return resumed
    return { kind: 'located', location: locator.learn(sandboxId, resumed.location) }
  }
}

/** For requests to a sandbox that this node has paused: control resumes it, here or elsewhere. */
export function resumeInCluster(
  resumes: ClusterResumes,
  ownNodeId: () => string,
): (request: AuthorizedRequest) => Promise<ResumeOutcome> {
  return async (request) => {
    const resumed = await resumes.resume(request)
    if (resumed.kind !== 'located') return resumed
    const { location } = resumed
    if (location.kind !== 'on_node') return { kind: 'unavailable' }
    return { kind: location.nodeId === ownNodeId() ? 'resumed_here' : 'elsewhere' }
  }
}
