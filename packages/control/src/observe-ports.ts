/** What control needs of a node to tell what its sandboxes wrote and used. */
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { Direction } from '@cay/core/logs/page-cursor.ts'
import type { PlacedEntry } from '@cay/core/logs/stamp.ts'

export interface LogWishes {
  /** Where the page before has ended. */
  readonly cursor?: string
  readonly direction?: Direction
  /** Of a first page: from then on when forward, until then when backward. */
  readonly startMs?: number
  readonly level?: LogLevel
  readonly search?: string
  readonly limit: number
}

export interface NodeLogPage {
  readonly entries: readonly PlacedEntry[]
  readonly nextCursor?: string
}

/** Every call throws node_unavailable when the node does not answer. */
export interface Observer {
  /** Also of sandboxes that have ended. Throws request_invalid for a cursor that is none of ours. */
  readLogs(sandboxId: string, wishes: LogWishes): Promise<NodeLogPage>
}
