/**
 * Keeps the packet rules in force: a firewall that is started again on the node drops everybody's tables, ours too, and
 * nothing else stands between the sandboxes and the node's networks.
 */
import type { Logger } from '@cay/kit/log.ts'
import type { NftPacketRules } from './packet-rules.ts'

/** Milliseconds between looks: how long the sandboxes may be without their rules. */
const lookEveryMs = 1_000

export interface PacketRulesGuard {
  stop(): void
}

/** Rules that are not there, or differ from those that are loaded now, are replaced, and it is told. */
export async function guardPacketRules(
  rules: Pick<NftPacketRules, 'read' | 'reload'>,
  log: Logger,
): Promise<PacketRulesGuard> {
  let loaded = await rules.read()
  let isStopped = false
  let timer: NodeJS.Timeout
  const look = async () => {
    try {
      const found = await rules.read()
      if ((found !== undefined && found === loaded) || isStopped) return
      await rules.reload()
      loaded = await rules.read()
      log.error('somebody changed or removed the packet rules of the sandboxes: they are loaded again')
    } catch (error) {
      log.error({ err: error }, 'the packet rules of the sandboxes could not be looked at')
    }
  }
  const goOn = () => {
    timer = setTimeout(() => void look().finally(() => isStopped || goOn()), lookEveryMs)
  }
  goOn()
  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
