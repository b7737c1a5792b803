/** What collecting logs and metrics of sandboxes needs of the machine. */

import type { LogEntry } from '@cay/core/logs/entry.ts'
import type { GuestLogPage } from '@cay/core/logs/guest-page.ts'
import type { LogPage, LogQuery } from '@cay/core/logs/query.ts'
import type { StoredSeries } from '@cay/core/metrics/series-text.ts'
import type { ContainerRecord } from './record.ts'

/** The logs that the daemons in the sandboxes buffer until they are fetched. */
export interface GuestLogs {
  /** Fetches a page that starts at the cursor of an earlier one. The connection is closed when it resolves. */
  page(guest: GuestAddress, cursor: string, timeoutMs: number): Promise<GuestLogPage>
}

export interface GuestAddress {
  readonly address: string
  readonly controlToken: string
}

export interface LogBatch {
  readonly entries: readonly LogEntry[]
  /** The cursor of the daemon behind these entries. */
  readonly guestCursor?: string
}

/** The logs of the node's sandboxes, including ended ones. They survive restarts of the node. */
export interface LogStore {
  /** Appends the whole batch or nothing. */
  append(sandboxId: string, batch: LogBatch): Promise<void>
  /** Empty before the first fetch. */
  guestCursor(sandboxId: string): Promise<string>
  read(sandboxId: string, query: LogQuery): Promise<LogPage>
  /** Removes what is over the limits. */
  sweep(): Promise<void>
}

export interface UsageReading {
  /** A counter since the container was created. */
  readonly cpuSeconds: number
  readonly memoryUsedBytes: number
  readonly memoryCacheBytes: number
  /** Used by the writable layer. */
  readonly diskUsedBytes: number
  /** Counters of its veth pair since the container was created. */
  readonly sentBytes: number
  readonly receivedBytes: number
}

export interface UsageMeter {
  /** Undefined when the container does not exist (any more). */
  read(record: Pick<ContainerRecord, 'container' | 'process'>): Promise<UsageReading | undefined>
}

/** The series of sandboxes, including ended ones. */
export interface SeriesStore {
  /** Of a sandbox of this node. Undefined when there is none. */
  load(sandboxId: string): Promise<StoredSeries | undefined>
  /** Of any sandbox, also one whose series only the object store has. */
  read(sandboxId: string): Promise<StoredSeries | undefined>
  /** Replaces the stored series. */
  save(sandboxId: string, series: StoredSeries): Promise<void>
  /** Removes what has expired. */
  sweep(): Promise<void>
}
