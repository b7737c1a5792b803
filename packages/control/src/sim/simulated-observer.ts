/** The node's logs in memory, written by tests. */
import type { LogText } from '@cay/core/logs/entry.ts'
import { decodePageCursor } from '@cay/core/logs/page-cursor.ts'
import { type LogPage, PageMaker } from '@cay/core/logs/query.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import type { Range } from '@cay/core/metrics/series.ts'
import type { LogRequest, Observer, SandboxMetric } from '../ports/observe.ts'

export class SimulatedObserver implements Observer {
  readonly metrics = new Map<string, SandboxMetric[]>()
  readonly #logs = new Map<string, NumberedEntry[]>()

  write(sandboxId: string, atMs: number, text: Partial<LogText>): void {
    const log = this.#logs.get(sandboxId) ?? []
    log.push({ number: log.length + 1, atMs, level: 'info', message: '', fields: {}, ...text })
    this.#logs.set(sandboxId, log)
  }

  async readLogs(sandboxId: string, { cursor, direction, ...request }: LogRequest): Promise<LogPage> {
    const after = cursor === undefined ? undefined : decodePageCursor(cursor, direction)
    const towards = after?.direction ?? direction ?? 'forward'
    const maker = new PageMaker({ ...request, direction: towards, ...(after === undefined ? {} : { after }) })
    const log = this.#logs.get(sandboxId) ?? []
    for (const entry of towards === 'forward' ? log : log.toReversed()) maker.offer(entry)
    return maker.page(true)
  }

  async readMetrics(sandboxId: string, { startMs, endMs }: Range): Promise<SandboxMetric[]> {
    return (this.metrics.get(sandboxId) ?? []).filter(({ atMs }) => atMs >= startMs && atMs <= endMs)
  }

  async latestMetrics(sandboxIds: readonly string[]): Promise<ReadonlyMap<string, SandboxMetric>> {
    const newest = sandboxIds.flatMap((id) => {
      const point = this.metrics.get(id)?.at(-1)
      return point === undefined ? [] : [[id, point] as const]
    })
    return new Map(newest)
  }
}
