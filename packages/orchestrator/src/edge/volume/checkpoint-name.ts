/** The name of a second checkpoint of a build: another one for whatever such a checkpoint is bound to. */
import { createHash } from 'node:crypto'
import { renderContainerSpec } from '../../dialect/container/container-spec.ts'
import type { NodeTraits, TemplateBuild } from '../../ports/template.ts'
import type { CheckpointPurpose } from '../../ports/volume-checkpoints.ts'

/** Increment it when the way it is made changes. */
const procedureVersion = 1

export function volumeCheckpointName(
  { buildId, resources, envdVersion }: Pick<TemplateBuild, 'buildId' | 'resources' | 'envdVersion'>,
  { runtimeVersion, runtimeFlags, cpuFeatures }: NodeTraits,
  purpose: CheckpointPurpose,
): string {
  const slot = { index: 0, netns: '', netnsPath: '', mountNamespacePath: '', address: '' }
  const container = {
    id: '',
    directory: '',
    slot,
    resources,
    rootfs: '',
    ...(purpose === 'volumes' ? { volumes: [] } : {}),
  }
  const spec = renderContainerSpec(container, { emptyRoot: '', disk: '', cgroup: '' })
  const bound = JSON.stringify([
    procedureVersion,
    spec,
    envdVersion,
    runtimeVersion,
    runtimeFlags,
    cpuFeatures,
  ])
  return `${buildId}-${createHash('sha256').update(bound).digest('hex').slice(0, 32)}`
}
