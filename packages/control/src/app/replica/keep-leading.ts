/**
 * Work that one control process does at a time, such as following the node. Whoever has the lease does it, and stops
 * before the lease can be another's: when it could not be renewed in time, also because the database does not answer.
 */
import { isServiceError } from '@cay/core/errors.ts'
import { attempt } from '../attempt.ts'
import type { Deps } from '../deps.ts'

/** Duration of the lease in milliseconds, and how often it is renewed or requested. */
const leaseMs = 10_000
const renewMs = 2_000
/** The work ends that long before the lease does. */
const marginMs = 2_000

export interface LeadDeps extends Pick<Deps, 'leaseClock' | 'log'> {
  readonly store: Pick<Deps['store'], 'takeLease' | 'releaseLease'>
  readonly operations: Pick<Deps['operations'], 'processId'>
}

export interface Leadership {
  readonly name: string
  /** Runs until its signal is aborted. When it fails, the lease is given up, and whoever takes it begins again. */
  readonly work: (signal: AbortSignal) => Promise<void>
}

/** Does the work whenever this process has the lease, until the signal is aborted. Never throws. */
export async function keepLeading(
  deps: LeadDeps,
  leadership: Leadership,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const untilMs = await takeLease(deps, leadership)
    if (untilMs !== undefined) await lead(deps, { ...leadership, untilMs }, signal)
    await deps.leaseClock.sleep(renewMs, signal)
  }
}

async function lead(
  deps: LeadDeps,
  { name, work, untilMs }: Leadership & { untilMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { leaseClock, log, store, operations } = deps
  log.info({ event: 'replica.leading', lease: name }, 'took the lease')
  const lost = new AbortController()
  const failed = new AbortController()
  const leading = AbortSignal.any([signal, lost.signal])
  const working = attempt(deps, `do the work of the lease "${name}"`, () => work(leading)).finally(() =>
    failed.abort(),
  )
  const either = AbortSignal.any([signal, failed.signal])
  await keepRenewing(deps, { name, untilMs }, either)
  if (!either.aborted) log.warn({ event: 'replica.lease.lost', lease: name }, 'lost the lease')
  lost.abort()
  await working
  // Another process need not wait for the end of the lease. Without the database it has to.
  if (leaseClock.nowMs() < untilMs || signal.aborted)
    await store.releaseLease(name, operations.processId).catch(ignoreUnavailable)
}

/** Returns when the lease was lost or could not be renewed in time, or when the signal is aborted. */
async function keepRenewing(
  deps: LeadDeps,
  { name, untilMs }: { name: string; untilMs: number },
  signal: AbortSignal,
): Promise<void> {
  const { leaseClock } = deps
  for (let endMs = untilMs - marginMs; leaseClock.nowMs() < endMs; ) {
    await leaseClock.sleep(Math.min(renewMs, endMs - leaseClock.nowMs()), signal)
    if (signal.aborted) return
    const tooLate = new AbortController()
    const renewed = await Promise.race([
      takeLease(deps, { name }),
      leaseClock.sleep(endMs - leaseClock.nowMs(), tooLate.signal),
    ])
    tooLate.abort()
    if (renewed !== undefined) endMs = renewed - marginMs
  }
}

/** When the lease ends, as this process counts it; undefined when another has it, or the database does not answer. */
async function takeLease(
  { store, leaseClock, operations, log }: LeadDeps,
  { name }: Pick<Leadership, 'name'>,
): Promise<number | undefined> {
  const nowMs = leaseClock.nowMs()
  const untilMs = nowMs + leaseMs
  try {
    return (await store.takeLease(name, operations.processId, { nowMs, untilMs })) ? untilMs : undefined
  } catch (error) {
    const level = isServiceError(error) ? 'debug' : 'error'
    log[level]({ event: 'replica.renew.failed', err: error }, 'failed to renew a lease; retrying')
    return undefined
  }
}

function ignoreUnavailable(error: unknown): void {
  if (!isServiceError(error, 'database_unavailable')) throw error
}
