import type { Logger } from '@cay/kit/log.ts'
import { bounds } from '../../bounds.ts'

/**
 * For failures to open the gateway. That the node, which starts beside us, is not there yet or has not made the address is
 * how every start begins: it becomes a warning when it lasts, and again from time to time.
 */
export function logBindFailures(log: Pick<Logger, 'info' | 'debug' | 'warn'>) {
  let hasLogged = false
  let warnAtMs: number = bounds.bindQuietMs
  return (error: unknown, waitedMs: number): void => {
    const isLate = waitedMs >= warnAtMs
    if (isLate) warnAtMs = waitedMs + bounds.bindWarningEveryMs
    const facts = { event: 'listener.waiting', err: error } as const
    if (isLate) log.warn({ ...facts, waitedMs }, 'failed to bind the address of the egress gateway')
    else if (hasLogged) log.debug(facts, 'failed to bind the address of the egress gateway')
    else log.info({ event: 'listener.waiting' }, 'waiting for the address of the egress gateway')
    hasLogged = true
  }
}
