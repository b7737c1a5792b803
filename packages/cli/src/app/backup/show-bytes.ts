import type { Step } from '@cay/kit/progress.ts'
import { formatBytes } from '../../dialect/output/format-bytes.ts'

/** A terminal's line is written anew after so many bytes. */
const everyBytes = 64 * 1024 ** 2

/** Counts bytes and shows how many there are behind the step's name. */
export function showBytes(step: Step, done: string): { add: (bytes: number) => void; total: () => number } {
  let total = 0
  let shown = 0
  return {
    add: (bytes) => {
      total += bytes
      if (total - shown < everyBytes) return
      shown = total
      step.doing(`${formatBytes(total)} ${done}`)
    },
    total: () => total,
  }
}
