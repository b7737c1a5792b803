/** Reports packets that the packet rules refused to the egress gateway, so that one list has all denials of a sandbox. */
import type { NodeContext } from '../node/node-context.ts'

/** Milliseconds between reports. */
export const reportRefusedEveryMs = 3000

/** Never throws. Counts that cannot be reported are lost; the packets were refused all the same. */
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
    log.debug(
      { event: 'packet_rules.report.failed', err: error },
      'failed to report dropped packets to the egress gateway',
    )
  }
}
