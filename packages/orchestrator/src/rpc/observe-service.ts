/** The RPC service of logs and metrics: decodes, calls, encodes. */
import { create } from '@bufbuild/protobuf'
import {
  Direction as DirectionMessage,
  LogLevel as LevelMessage,
  type LogEntry as LogEntryMessage,
  LogEntrySchema,
  type MetricPoint,
  MetricPointSchema,
  Observe,
} from '@cay/contract/gen/observe/observe_pb.js'
import { boundEntry, type LogLevel } from '@cay/core/logs/entry.ts'
import { type Direction, decodePageCursor } from '@cay/core/logs/page-cursor.ts'
import type { LogQuery } from '@cay/core/logs/query.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import type { StoredSeries } from '@cay/core/metrics/series-text.ts'
import type { ConnectRouter } from '@connectrpc/connect'
import type { UsageSampler } from '../app/metrics/usage-sampler.ts'
import type { NodeContext } from '../app/node/node-context.ts'

const pageEntriesMax = 1000
const addedEntriesMax = 100
const latestIdsMax = 100
const bytesPerMb = 1024 * 1024

export function observeRoutes(node: Pick<NodeContext, 'logs' | 'registry'>, usage: UsageSampler) {
  return (router: ConnectRouter): void => {
    router.service(Observe, {
      async readLogs(request) {
        if (!isSandboxId(request.sandboxId)) return {}
        const { entries, nextCursor = '' } = await node.logs.read(request.sandboxId, queryOf(request))
        return { entries: entries.map(entryMessage), nextCursor }
      },
      appendLogs({ sandboxId, entries }) {
        if (node.registry.view(sandboxId) !== undefined)
          node.logs.add(sandboxId, entries.slice(0, addedEntriesMax).map(entryOf))
        return {}
      },
      async readMetrics({ sandboxId, startMs, endMs }) {
        if (!isSandboxId(sandboxId)) return {}
        const range = { startMs: Number(startMs), endMs: Number(endMs) }
        return { points: pointMessages(await usage.read(sandboxId, range)) }
      },
      latestMetrics({ sandboxIds }) {
        const points = sandboxIds
          .slice(0, latestIdsMax)
          .flatMap((id) => pointMessages(usage.latest(id)).map((point) => [id, point] as const))
        return { points: Object.fromEntries(points) }
      },
    })
  }
}

/** The id is part of a path. */
function isSandboxId(text: string): boolean {
  return /^[a-z0-9]{1,64}$/.test(text)
}

interface Request {
  readonly cursor: string
  readonly direction: DirectionMessage
  readonly startMs: bigint
  readonly level: LevelMessage
  readonly search: string
  readonly limit: number
}

function queryOf(request: Request): LogQuery {
  const direction = directions[request.direction]
  const after = request.cursor === '' ? undefined : decodePageCursor(request.cursor, direction)
  const level = levels[request.level]
  return {
    direction: after?.direction ?? direction ?? 'forward',
    search: request.search,
    limit: Math.min(request.limit, pageEntriesMax),
    ...(after === undefined ? {} : { after }),
    ...(level === undefined ? {} : { level }),
    ...(request.startMs > 0n ? { startMs: Number(request.startMs) } : {}),
  }
}

const directions: Readonly<Record<DirectionMessage, Direction | undefined>> = {
  [DirectionMessage.UNSPECIFIED]: undefined,
  [DirectionMessage.FORWARD]: 'forward',
  [DirectionMessage.BACKWARD]: 'backward',
}

const levels: Readonly<Record<LevelMessage, LogLevel | undefined>> = {
  [LevelMessage.UNSPECIFIED]: undefined,
  [LevelMessage.DEBUG]: 'debug',
  [LevelMessage.INFO]: 'info',
  [LevelMessage.WARN]: 'warn',
  [LevelMessage.ERROR]: 'error',
}

const levelMessages: Readonly<Record<LogLevel, LevelMessage>> = {
  debug: LevelMessage.DEBUG,
  info: LevelMessage.INFO,
  warn: LevelMessage.WARN,
  error: LevelMessage.ERROR,
}

function entryMessage({ number, atMs, level, message, fields }: NumberedEntry): LogEntryMessage {
  return create(LogEntrySchema, {
    number: BigInt(number),
    atMs: BigInt(atMs),
    level: levelMessages[level],
    message,
    fields: { ...fields },
  })
}

function entryOf({ atMs, level, message, fields }: LogEntryMessage) {
  const text = boundEntry({ level: levels[level] ?? 'info', message, fields })
  return atMs === 0n ? text : { ...text, atMs: Number(atMs) }
}

function pointMessages(series: StoredSeries | undefined): MetricPoint[] {
  if (series === undefined) return []
  const { cpuCount, memoryMb, diskSizeMb } = series.resources
  return series.points.map((point) =>
    create(MetricPointSchema, {
      cpuCount,
      atMs: BigInt(point.atMs),
      cpuUsedPercent: point.cpuUsedPercent,
      memoryUsedBytes: wholeBytes(point.memoryUsedBytes),
      memoryTotalBytes: BigInt(memoryMb * bytesPerMb),
      memoryCacheBytes: wholeBytes(point.memoryCacheBytes),
      diskUsedBytes: wholeBytes(point.diskUsedBytes),
      diskTotalBytes: BigInt(diskSizeMb * bytesPerMb),
      sentBytesPerSecond: point.sentRate,
      receivedBytesPerSecond: point.receivedRate,
    }),
  )
}

/** A mean of bytes may be a fraction. */
function wholeBytes(bytes: number): bigint {
  return BigInt(Math.round(bytes))
}
