/**
 * The swap device of frozen sandboxes over the life of the node: opened at the start, used by a timer, and removed when it is
 * switched off.
 */
import { totalmem } from 'node:os'
import { planSwapDevice } from '@cay/core/swap/swap-device.ts'
import type { Logger } from '@cay/kit/log.ts'
import { countSwap } from '../app/idle/count-swap.ts'
import { FrozenSwapper, swapPollEveryMs } from '../app/idle/frozen-swapper.ts'
import type { NodeContext } from '../app/node/node-context.ts'
import type { HostCgroups } from '../edge/container/cgroups.ts'
import {
  hasSwapDevice,
  openSwapDevice,
  removeSwapDevice,
  type SwapDevice,
} from '../edge/container/zram-swap.ts'

/** Undefined when the setting is off. Call it before anything is thawed: a killed node may have left a lowered limit. */
export async function openSwap(
  isEnabled: boolean,
  { installation, cgroups }: { installation: number; cgroups: HostCgroups },
): Promise<SwapDevice | undefined> {
  if (isEnabled || (await hasSwapDevice(installation))) await cgroups.confineSwap()
  return isEnabled ? await openSwapDevice(installation, planSwapDevice(totalmem())) : undefined
}

/** Returns a function that stops it. */
export function startSwapping(node: NodeContext, device: SwapDevice, cgroups: HostCgroups): () => void {
  const swap = {
    swapOut: (containerId: string, bytes: number) => cgroups.swapOut(containerId, bytes),
    room: () => device.room(),
  }
  const frozen = new FrozenSwapper(node, swap)
  const timer = setInterval(() => void frozen.poll(), swapPollEveryMs)
  countSwap(swap)
  return () => {
    clearInterval(timer)
    frozen.close()
  }
}

/** Never rejects: the next start and `cay down` retry. */
export async function removeUnwantedSwap(installation: number, log: Logger): Promise<void> {
  try {
    if (await removeSwapDevice(installation))
      log.info({ event: 'swap.removed' }, 'removed the swap device of an earlier start')
  } catch (error) {
    log.warn(
      { event: 'swap.remove.failed', err: error },
      'failed to remove the swap device; retried at the next start',
    )
  }
}
