/** The swap device of frozen sandboxes. */
import type { SwapUsage } from '@cay/core/swap/swap-out.ts'

export interface Swap {
  /**
   * Swaps out about so many bytes of a frozen container's memory. Resolves with the bytes that left memory; 0 when nothing is
   * left to swap out, or the container is gone. Pages are swapped in when they are touched.
   */
  swapOut(containerId: string, bytes: number): Promise<number>
  room(): Promise<SwapUsage>
}
