/** The node's door for logs and metrics, spoken to over its local socket. */
import {
  Direction as DirectionMessage,
  LogLevel as LevelMessage,
  type LogEntry,
  type MetricPoint,
  Observe,
} from '@cay/contract/gen/observe/observe_pb.js'
import type { LogLevel } from '@cay/core/logs/entry.ts'
import type { Direction } from '@cay/core/logs/page-cursor.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import { traceCallsOut } from '@cay/kit/trace-calls.ts'
import { waitForPeer } from '@cay/kit/wait-for-peer.ts'
import { Code, createClient } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import type { Observer, SandboxMetric } from '../../ports/observe.ts'
import { type Meanings, mapRpcErrors, nodePatienceMs } from '../node/orchestrator-client.ts'

const bounded = { timeoutMs: 15_000 }
const ofRead: Meanings = { [Code.InvalidArgument]: 'request_invalid' }

export function connectObserver(socketPath: string): Observer {
  const client = createClient(
    Observe,
    createConnectTransport({
      httpVersion: '1.1',
      baseUrl: 'http://orchestrator',
      nodeOptions: { socketPath },
      interceptors: [traceCallsOut, waitForPeer(nodePatienceMs)],
    }),
  )
  return {
    async readLogs(sandboxId, { cursor = '', direction, startMs = 0, level, search = '', limit }) {
      const request = {
        ...{ sandboxId, cursor, search, limit },
        direction: direction === undefined ? DirectionMessage.UNSPECIFIED : directions[direction],
        startMs: BigInt(startMs),
        level: level === undefined ? LevelMessage.UNSPECIFIED : levels[level],
      }
      const { entries, nextCursor } = await mapRpcErrors(ofRead, client.readLogs(request, bounded))
      return { entries: entries.map(toEntry), ...(nextCursor === '' ? {} : { nextCursor }) }
    },
    async readMetrics(sandboxId, { startMs, endMs }) {
      const request = { sandboxId, startMs: BigInt(startMs), endMs: BigInt(endMs) }
      return (await mapRpcErrors({}, client.readMetrics(request, bounded))).points.map(toMetric)
    },
    async latestMetrics(sandboxIds) {
      const { points } = await mapRpcErrors(
        {},
        client.latestMetrics({ sandboxIds: [...sandboxIds] }, bounded),
      )
      return new Map(Object.entries(points).map(([sandboxId, point]) => [sandboxId, toMetric(point)]))
    },
  }
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

/** One that this build does not know is none that anybody filters for. */
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

function toMetric(point: MetricPoint): SandboxMetric {
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
