/** What keeping the logs and metrics of sandboxes needs of a machine. */

import type { LogEntry } from '@cay/core/logs/entry.ts'
import type { GuestLogPage } from '@cay/core/logs/guest-page.ts'
import type { LogPage, LogQuery } from '@cay/core/logs/query.ts'
import type { Point } from '@cay/core/metrics/series.ts'
import type { Resources } from './container.ts'
import type { ContainerRecord } from './record.ts'

/** The logs that the daemons in the sandboxes keep until they are fetched. */
export interface GuestLogs {
  /** From the cursor of an earlier page on. Its connection is over when it resolves. */
  page(guest: GuestAddress, cursor: string, timeoutMs: number): Promise<GuestLogPage>
}

export interface GuestAddress {
  readonly address: string
  readonly controlToken: string
}

export interface LogBatch {
  readonly entries: readonly LogEntry[]
  /** Where the log of the daemon goes on after these. */
  readonly guestCursor?: string
}

/** The logs of the node's sandboxes, those that are gone included. What was added is there after a restart of the node. */
export interface LogStore {
  /** All of the batch or nothing. */
  append(sandboxId: string, batch: LogBatch): Promise<void>
  /** Empty when nothing was fetched yet. */
  guestCursor(sandboxId: string): Promise<string>
  read(sandboxId: string, query: LogQuery): Promise<LogPage>
  /** Gives up what is over its bounds. */
  sweep(): Promise<void>
}

export interface UsageReading {
  /** Since the container was made; grows. */
  readonly cpuSeconds: number
  readonly memoryUsedBytes: number
  readonly memoryCacheBytes: number
  /** Of the layer that the sandbox writes. */
  readonly diskUsedBytes: number
  /** Over its veth pair, since the container was made; grow. */
  readonly sentBytes: number
  readonly receivedBytes: number
}

export interface UsageMeter {
  /** Undefined when there is no such container (any more). */
  read(record: Pick<ContainerRecord, 'container' | 'process'>): Promise<UsageReading | undefined>
}

/** What a sandbox measured, with the sizes that it is measured against. */
export interface StoredSeries {
  readonly resources: Resources
  readonly points: readonly Point[]
}

/** Series of sandboxes, those that are gone included. */
export interface SeriesStore {
  /** Undefined when nothing is kept. */
  load(sandboxId: string): Promise<StoredSeries | undefined>
  /** Replaces what was kept. */
  save(sandboxId: string, series: StoredSeries): Promise<void>
  /** Gives up what is too old. */
  sweep(): Promise<void>
}
