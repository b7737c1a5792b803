/** What control needs of a node to tell what its sandboxes wrote and used. */
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { Direction } from '@cay/core/logs/page-cursor.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import type { Range } from '@cay/core/metrics/series.ts'
import type { TeamHistory } from '@cay/core/metrics/team.ts'

export interface LogRequest {
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
  readonly entries: readonly NumberedEntry[]
  readonly nextCursor?: string
}

/** Every call throws node_unavailable when the node does not answer. */
export interface Observer {
  /** Also of sandboxes that have ended. Throws request_invalid for a cursor that is none of ours. */
  readLogs(sandboxId: string, request: LogRequest): Promise<NodeLogPage>
  /** Oldest first, as far apart as the range asks for; also of sandboxes that have ended. */
  readMetrics(sandboxId: string, range: Range): Promise<SandboxMetric[]>
  /** The newest of each that runs. */
  latestMetrics(sandboxIds: readonly string[]): Promise<ReadonlyMap<string, SandboxMetric>>
}

/** Written whenever a sandbox begins or stops to run. */
export interface TeamActivity {
  readTeamActivity(teamId: string, range: Range): Promise<TeamHistory>
}

export interface SandboxMetric {
  readonly atMs: number
  readonly cpuCount: number
  /** Of all processors together, 0 to 100. */
  readonly cpuUsedPercent: number
  readonly memoryUsedBytes: number
  readonly memoryTotalBytes: number
  readonly memoryCacheBytes: number
  readonly diskUsedBytes: number
  /** Bytes per second. */
  readonly sentRate: number
  readonly receivedRate: number
  readonly diskTotalBytes: number
}
