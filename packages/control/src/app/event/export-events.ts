/**
 * Copies the audit log to a collector outside, in its order. What was confirmed is recorded, so an event is lost by no
 * restart and by no collector that is down, and may be sent twice. By one control process at a time.
 */
import type { EventExport, ExportedEvent } from '../../ports/event.ts'
import type { Deps } from '../deps.ts'

export type ExportDeps = Pick<Deps, 'store' | 'clock' | 'log'>

const batchMax = 500
/** Milliseconds between two looks for new events. */
const pollMs = 1_000
/** Milliseconds until a failed batch is sent again: twice as long after each failure. */
const retryMsMin = 1_000
const retryMsMax = 60_000

/** Until the signal is aborted. Never throws. */
export async function exportEvents(
  deps: ExportDeps,
  target: EventExport,
  signal: AbortSignal,
): Promise<void> {
  const { clock, log, store } = deps
  const facts = { export: target.name }
  let failures = 0
  while (!signal.aborted) {
    try {
      if (failures === 0) await store.beginExport(target.name)
      const count = await exportBatch(deps, target, signal)
      if (failures > 0)
        log.info({ event: 'events.export.recovered', ...facts, failures }, 'the export of events goes on')
      failures = 0
      if (count < batchMax) await clock.sleep(pollMs, signal)
    } catch (error) {
      if (signal.aborted) return
      failures += 1
      const level = failures === 1 ? 'warn' : 'debug'
      log[level](
        { event: 'events.export.failed', ...facts, failures, err: error },
        'failed to export events; retrying',
      )
      await clock.sleep(Math.min(retryMsMin * 2 ** (failures - 1), retryMsMax), signal)
    }
  }
}

async function exportBatch({ store }: ExportDeps, target: EventExport, signal: AbortSignal): Promise<number> {
  await store.relayEvents()
  const events: readonly ExportedEvent[] = await store.readExport(target.name, batchMax)
  const last = events.at(-1)
  if (last === undefined) return 0
  await target.send(events, signal)
  await store.confirmExport(target.name, last.number)
  return events.length
}
