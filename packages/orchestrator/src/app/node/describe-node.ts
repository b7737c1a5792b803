/** Describes the machine: its facts, its usage and what is allocated of it. */
import type { MachineFacts, MachineUsage } from '../../ports/machine.ts'
import type { NodeContext } from './node-context.ts'

export interface NodeDescription {
  readonly facts: MachineFacts
  readonly usage: MachineUsage
  readonly allocated: { readonly cpus: number; readonly memoryMb: number }
  /** The builds and snapshots from which this node can create sandboxes. */
  readonly buildIds: readonly string[]
}

export async function describeNode(
  node: Pick<NodeContext, 'machine' | 'registry' | 'snapshots' | 'templates'>,
): Promise<NodeDescription> {
  const [facts, usage, builds, snapshots] = await Promise.all([
    node.machine.facts(),
    node.machine.usage(),
    node.templates.list(),
    node.snapshots.list(),
  ])
  const resources = node.registry.liveRecords().map(({ container }) => container.resources)
  const ofCallers = snapshots.filter(({ owner }) => owner === 'caller')
  return {
    facts,
    usage,
    allocated: {
      cpus: resources.reduce((sum, { cpuCount }) => sum + cpuCount, 0),
      memoryMb: resources.reduce((sum, { memoryMb }) => sum + memoryMb, 0),
    },
    buildIds: [...builds.map(({ buildId }) => buildId), ...ofCallers.map(({ snapshotId }) => snapshotId)],
  }
}
