/** The node's logs and metrics of sandboxes, as control reads them. */
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { Direction } from '@cay/core/logs/page-cursor.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import type { Range } from '@cay/core/metrics/series.ts'
import type { TeamHistory } from '@cay/core/metrics/team.ts'

export interface LogRequest {
  /** Position at the end of the previous page. */
  readonly cursor?: string
  readonly direction?: Direction
  /** For a first page: entries from this instant on (forward), or until it (backward). */
  readonly startMs?: number
  readonly level?: LogLevel
  readonly search?: string
  readonly limit: number
}

export interface NodeLogPage {
  readonly entries: readonly NumberedEntry[]
  readonly nextCursor?: string
}

/** Every call throws node_unavailable when the node does not respond. */
export interface Observer {
  /** Also for ended sandboxes. Throws request_invalid for a cursor that this service did not issue. */
  readLogs(sandboxId: string, request: LogRequest): Promise<NodeLogPage>
  /** Oldest first, at the resolution of the range; also for ended sandboxes. */
  readMetrics(sandboxId: string, range: Range): Promise<SandboxMetric[]>
  /** The latest sample of each running sandbox. */
  latestMetrics(sandboxIds: readonly string[]): Promise<ReadonlyMap<string, SandboxMetric>>
}

/** Written whenever a sandbox starts or stops running. */
export interface TeamActivity {
  readTeamActivity(teamId: string, range: Range): Promise<TeamHistory>
}

export interface SandboxMetric {
  readonly atMs: number
  readonly cpuCount: number
  /** Share of all processors together, 0 to 100. */
  readonly cpuUsedPercent: number
  readonly memoryUsedBytes: number
  readonly memoryTotalBytes: number
  readonly memoryCacheBytes: number
  readonly diskUsedBytes: number
  /** In bytes per second. */
  readonly sentRate: number
  readonly receivedRate: number
  readonly diskTotalBytes: number
}
