/** Swap that frozen sandboxes give their memory to. */
import type { SwapRoom } from '@cay/core/swap/swap-out.ts'

export interface Swap {
  /**
   * Moves about so many bytes of a frozen container's memory to swap; resolves with those that left memory, 0 when there is
   * nothing more to take or the container is gone. What went comes back page by page when somebody touches it.
   */
  swapOut(containerId: string, bytes: number): Promise<number>
  room(): Promise<SwapRoom>
}
