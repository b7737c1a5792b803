/**
 * Keeps the packet rules in force: a firewall that is restarted on the node flushes all tables, and only these rules stand
 * between sandboxes and the node's networks.
 */
import type { Logger } from '@cay/kit/log.ts'
import type { NftPacketRules } from './packet-rules.ts'

/** Milliseconds between checks, for which sandboxes may be without their rules. */
const pollEveryMs = 1_000

export interface PacketRulesGuard {
  stop(): void
}

/** Replaces rules that are missing or differ from those that were loaded, and logs it. */
export async function guardPacketRules(
  rules: Pick<NftPacketRules, 'read' | 'reload'>,
  log: Logger,
): Promise<PacketRulesGuard> {
  let loaded = await rules.read()
  let isStopped = false
  let timer: NodeJS.Timeout
  const check = async () => {
    try {
      const found = await rules.read()
      if ((found !== undefined && found === loaded) || isStopped) return
      await rules.reload()
      // Read once: what another program changes right behind a reload would be taken for what was loaded.
      loaded ??= await rules.read()
      log.error(
        { event: 'packet_rules.reloaded' },
        'packet rules were changed or removed by another program; reloading them',
      )
    } catch (error) {
      log.error({ event: 'packet_rules.check.failed', err: error }, 'failed to check the packet rules')
    }
  }
  const goOn = () => {
    timer = setTimeout(() => void check().finally(() => isStopped || goOn()), pollEveryMs)
  }
  goOn()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
