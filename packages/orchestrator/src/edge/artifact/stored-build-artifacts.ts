/** Users' builds that are in the object store as well: one that is ready is there. */
import type { BuildArtifacts, UserBuild } from '../../ports/template-build.ts'
import type { StoredBuilds } from './stored-builds.ts'

export interface StoredBuildArtifactsOptions {
  readonly builds: StoredBuilds
  /** They are stored later. */
  readonly isDeferred: boolean
}

export function storedBuildArtifacts(
  local: BuildArtifacts,
  { builds, isDeferred }: StoredBuildArtifactsOptions,
): BuildArtifacts {
  const storing = async ({ templateId, buildId }: UserBuild): Promise<void> => {
    if (isDeferred) return
    try {
      await builds.store({ templateId, buildId })
    } catch (error) {
      await local.remove(buildId)
      throw error
    }
  }
  return {
    ...local,
    fetch: (buildId) => builds.fetch(buildId),
    async publish(facts) {
      await local.publish(facts)
      await storing(facts)
    },
    async publishAgain(facts, same) {
      await local.publishAgain(facts, same)
      await storing(facts)
    },
    async remove(buildId) {
      await local.remove(buildId)
      await builds.release(buildId)
    },
  }
}
