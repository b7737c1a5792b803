/** Tells the egress gateway what the packet rules have refused to each sandbox, so that one list has all that it was refused. */
import type { NodeContext } from '../node/node-context.ts'

/** Milliseconds between looks. */
export const reportRefusedEveryMs = 3000

/** Never throws. What is taken and cannot be told is lost: it was refused all the same. */
export async function reportRefusedPackets({
  packetRules,
  registry,
  egressClient,
  log,
}: Pick<NodeContext, 'egressClient' | 'log' | 'packetRules' | 'registry'>): Promise<void> {
  try {
    const refused = await packetRules.takeRefused()
    if (refused.size === 0) return
    for (const { claim, container } of registry.liveRecords()) {
      const packets = refused.get(container.slot.netns)
      if (packets !== undefined) await egressClient.reportPackets(claim.sandboxId, packets)
    }
  } catch (error) {
    log.debug({ err: error }, 'what the packet rules refused could not be told')
  }
}
