import { readFile } from 'node:fs/promises'
import { parseCpuFeatures } from '@cay/core/placement/cpu-features.ts'
import type { Runtime } from '../../ports/container.ts'
import type { NodeTraits } from '../../ports/template.ts'

/** Reads what checkpoints are bound to on this node. It is constant while the node runs. */
export async function readNodeTraits(runtime: Runtime): Promise<NodeTraits> {
  return {
    runtimeVersion: await runtime.version(),
    runtimeFlags: runtime.flags,
    cpuFeatures: parseCpuFeatures(await readFile('/proc/cpuinfo', 'utf8')),
  }
}
