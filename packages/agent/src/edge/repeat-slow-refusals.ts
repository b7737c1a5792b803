import { clockSkewMsMax } from '@cay/core/cluster/check-machine.ts'
import { Code, ConnectError } from '@connectrpc/connect'

/** A call that took no longer made no difference to what control thinks of the clock. */
const soonMs = clockSkewMsMax / 4
const attemptsMax = 3

/**
 * The time that a call is under way counts as a difference of the clocks, so a refusal says something of this machine only when it
 * came soon. A refused join has changed nothing.
 */
export async function repeatSlowRefusals<T>(
  call: () => Promise<T>,
  nowMs: () => number = () => performance.now(),
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    const beganAtMs = nowMs()
    try {
      return await call()
    } catch (error) {
      const isSlow = nowMs() - beganAtMs > soonMs
      const isMachineRefused = ConnectError.from(error).code === Code.FailedPrecondition
      if (!isSlow || !isMachineRefused || attempt === attemptsMax) throw error
    }
  }
}
