/** What a machine that joins must have in common with the cluster. */
import type { ClusterTraits } from '@cay/core/cluster/check-machine.ts'
import { commonCpuFeatures } from '@cay/core/placement/cpu-features.ts'
import type { Store } from '../../ports/store.ts'

/**
 * Features that all stored templates need: a machine that lacks one of them could start nothing from memory. One that only
 * some templates need does not keep a machine away; placement looks at it.
 */
export async function readJoinTraits(
  store: Pick<Store, 'listNodes' | 'listBuildCpuFeatures'>,
): Promise<Pick<ClusterTraits, 'archs' | 'cpuFeatures'>> {
  const [nodes, needed] = await Promise.all([store.listNodes(), store.listBuildCpuFeatures()])
  const archs = new Set(nodes.flatMap(({ report }) => (report === null ? [] : [report.arch])))
  return { archs: [...archs].sort(), cpuFeatures: commonCpuFeatures(needed) }
}
