/** Translates between protocol messages and records of logs and metrics. Pure. */
import {
  Direction as DirectionMessage,
  LogLevel as LevelMessage,
  type LogEntry,
  type MetricPoint,
  type ReadLogsResponse,
} from '@cay/contract/gen/observe/observe_pb.js'
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { Direction } from '@cay/core/logs/page-cursor.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import type { LogRequest, NodeLogPage, SandboxMetric } from '../ports/observe.ts'

export function toReadLogsMessage(
  sandboxId: string,
  { cursor = '', direction, startMs = 0, level, search = '', limit }: LogRequest,
) {
  return {
    ...{ sandboxId, cursor, search, limit },
    direction: direction === undefined ? DirectionMessage.UNSPECIFIED : directions[direction],
    startMs: BigInt(startMs),
    level: level === undefined ? LevelMessage.UNSPECIFIED : levels[level],
  }
}

export function toLogPage({ entries, nextCursor }: ReadLogsResponse): NodeLogPage {
  return { entries: entries.map(toEntry), ...(nextCursor === '' ? {} : { nextCursor }) }
}

const directions: Readonly<Record<Direction, DirectionMessage>> = {
  forward: DirectionMessage.FORWARD,
  backward: DirectionMessage.BACKWARD,
}

const levels: Readonly<Record<LogLevel, LevelMessage>> = {
  debug: LevelMessage.DEBUG,
  info: LevelMessage.INFO,
  warn: LevelMessage.WARN,
  error: LevelMessage.ERROR,
}

function toEntry({ number, atMs, level, message, fields }: LogEntry): NumberedEntry {
  return { number: Number(number), atMs: Number(atMs), level: toLevel(level), message, fields }
}

/** An unknown level of a newer node maps to `info`. */
function toLevel(level: LevelMessage): LogLevel {
  switch (level) {
    case LevelMessage.DEBUG:
      return 'debug'
    case LevelMessage.WARN:
      return 'warn'
    case LevelMessage.ERROR:
      return 'error'
    default:
      return 'info'
  }
}

export function toMetric(point: MetricPoint): SandboxMetric {
  return {
    atMs: Number(point.atMs),
    cpuCount: point.cpuCount,
    cpuUsedPercent: point.cpuUsedPercent,
    memoryUsedBytes: Number(point.memoryUsedBytes),
    memoryTotalBytes: Number(point.memoryTotalBytes),
    memoryCacheBytes: Number(point.memoryCacheBytes),
    diskUsedBytes: Number(point.diskUsedBytes),
    sentRate: point.sentBytesPerSecond,
    receivedRate: point.receivedBytesPerSecond,
    diskTotalBytes: Number(point.diskTotalBytes),
  }
}
