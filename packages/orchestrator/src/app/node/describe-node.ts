/** What the machine is, what it has, and what of it is used now. */
import type { MachineFacts, MachineUsage } from '../../ports/machine.ts'
import type { NodeContext } from './node-context.ts'

export interface NodeDescription {
  readonly facts: MachineFacts
  readonly usage: MachineUsage
  readonly allocated: { readonly cpus: number; readonly memoryMb: number }
  /** Builds and snapshots that sandboxes can be made from here. */
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
