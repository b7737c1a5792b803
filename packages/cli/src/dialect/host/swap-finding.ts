/** What swap for frozen sandboxes would do to this machine: other processes are concerned, too. */
import { whyNoSwap } from '@cay/core/swap/support.ts'
import { planSwapDevice } from '@cay/core/swap/swap-device.ts'
import type { SwapPlanFacts } from './host-facts.ts'

export interface SwapFinding {
  readonly status: 'ok' | 'warning' | 'problem'
  readonly message: string
  readonly remedy?: string
}

export function evaluateSwapPlan(facts: SwapPlanFacts): SwapFinding {
  const lacking = whyNoSwap(facts)
  if (lacking !== undefined)
    return { status: 'problem', message: `CAY_SWAP_FROZEN: ${lacking}`, remedy: 'unset CAY_SWAP_FROZEN' }
  const others = facts.areas.filter(({ path }) => !path.startsWith('/dev/zram'))
  const does = describeEffect(facts)
  if (others.length > 0)
    return {
      status: 'warning',
      message: `${does}; when it is full, pages of sandboxes may go to ${others.map(({ path }) => path).join(', ')}`,
      remedy: 'swapoff the other areas, or accept memory of sandboxes on their disks',
    }
  if (facts.hasZswap)
    return {
      status: 'warning',
      message: `${does}; zswap is on and compresses the same pages before`,
      remedy: 'echo N > /sys/module/zswap/parameters/enabled',
    }
  return { status: 'ok', message: does }
}

function describeEffect({ machineMemoryBytes, swappiness }: SwapPlanFacts): string {
  const { sizeBytes, memoryBytesMax } = planSwapDevice(machineMemoryBytes)
  const device = `a zram device of ${gib(sizeBytes)} that takes at most ${gib(memoryBytesMax)} of memory becomes swap of the whole machine`
  const others = `when memory is short, other processes swap there too (vm.swappiness is ${swappiness ?? 'unknown'})`
  return `${device}; ${others}`
}

const gib = (bytes: number) => `${(bytes / 2 ** 30).toFixed(1)} GiB`
