/**
 * Logs and metrics of sandboxes whose node does not respond, from the segments that it has uploaded: every ten seconds, and at the
 * end of a sandbox. What came after the last of them is missing.
 */
import { parseEntryText } from '@cay/core/logs/log-lines.ts'
import { decodePageCursor } from '@cay/core/logs/page-cursor.ts'
import { type LogQuery, PageMaker } from '@cay/core/logs/query.ts'
import type { NumberedEntry } from '@cay/core/logs/stamp.ts'
import { type Range, readRange } from '@cay/core/metrics/series.ts'
import { parseSeries } from '@cay/core/metrics/series-text.ts'
import type { LogSegment, SegmentStream } from '../../ports/artifact.ts'
import type { LogRequest, NodeLogPage, SandboxMetric } from '../../ports/observe.ts'
import type { Deps } from '../deps.ts'

export type StoredHistoryDeps = Pick<Deps, 'store' | 'readSegments'>

const bytesPerMb = 1024 * 1024

/** Throws store_unavailable, snapshot_damaged, request_invalid for a cursor of another log or direction. */
export async function readStoredLogs(
  deps: StoredHistoryDeps,
  sandboxId: string,
  request: LogRequest,
): Promise<NodeLogPage> {
  const query = queryOf(request)
  const maker = new PageMaker(query)
  const entries = entriesOf(await readTexts(deps, sandboxId, 'log'))
  for (const entry of query.direction === 'forward' ? entries : entries.toReversed()) {
    if (maker.isFull) return maker.page(false)
    maker.offer(entry)
  }
  return maker.page(true)
}

/** Throws store_unavailable, snapshot_damaged. */
export async function readStoredMetrics(
  deps: StoredHistoryDeps,
  sandboxId: string,
  range: Range,
): Promise<SandboxMetric[]> {
  const series = (await readTexts(deps, sandboxId, 'metrics')).flatMap((text) => parseSeries(text) ?? [])
  const { resources } = series.at(-1) ?? {}
  if (resources === undefined) return []
  const { cpuCount, memoryMb, diskSizeMb } = resources
  // Segments may overlap; the later one has the point as it was thinned last.
  const points = new Map(series.flatMap((one) => one.points.map((point) => [point.atMs, point] as const)))
  const inOrder = [...points.values()].sort((one, other) => one.atMs - other.atMs)
  return readRange(inOrder, range).map(({ samples: _, ...point }) => ({
    ...{ ...point, cpuCount },
    memoryUsedBytes: Math.round(point.memoryUsedBytes),
    memoryCacheBytes: Math.round(point.memoryCacheBytes),
    diskUsedBytes: Math.round(point.diskUsedBytes),
    memoryTotalBytes: memoryMb * bytesPerMb,
    diskTotalBytes: diskSizeMb * bytesPerMb,
  }))
}

async function readTexts(
  { store, readSegments }: StoredHistoryDeps,
  sandboxId: string,
  stream: SegmentStream,
): Promise<readonly string[]> {
  const segments = (await store.listLogSegments([sandboxId])).filter((one) => one.stream === stream)
  const texts: string[] = []
  for (const [artifactId, ofArtifact] of Map.groupBy(segments, (one: LogSegment) => one.artifactId))
    texts.push(...((await readSegments?.(artifactId, ofArtifact)) ?? []))
  return texts
}

/** Those of two segments that overlap are taken once. */
function entriesOf(texts: readonly string[]): NumberedEntry[] {
  const entries = new Map<number, NumberedEntry>()
  for (const line of texts.flatMap((text) => text.split('\n'))) {
    const entry = parseEntryText(line)
    if (entry !== undefined) entries.set(entry.number, entry)
  }
  return [...entries.values()].sort((one, other) => one.number - other.number)
}

function queryOf({ cursor = '', direction, ...request }: LogRequest): LogQuery {
  const after = cursor === '' ? undefined : decodePageCursor(cursor, direction)
  return {
    ...request,
    direction: after?.direction ?? direction ?? 'forward',
    ...(after === undefined ? {} : { after }),
  }
}
