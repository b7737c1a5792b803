import { fieldIn, listParser, numberIn, textIn } from '../output/fields.ts'
import { type Columns, orDash } from '../output/table.ts'

/** A node, as much of it as the command shows. */
export interface ShownNode {
  readonly nodeId: string
  /** Of a node of a cluster. */
  readonly name: string | null
  readonly labels: readonly string[]
  readonly status: string | null
  readonly sandboxes: number | null
  readonly cachedBuilds: number | null
  readonly cpuPercent: number | null
  readonly cpuCount: number | null
  readonly memoryUsedBytes: number | null
  readonly memoryTotalBytes: number | null
  readonly diskUsedBytes: number | null
  readonly diskTotalBytes: number | null
}

export const parseNodes = listParser('nodes', (item): ShownNode => {
  const metrics = fieldIn(item, 'metrics')
  const disks = fieldIn(metrics, 'disks')
  const disk: unknown = Array.isArray(disks) ? disks[0] : undefined
  return {
    nodeId: textIn(item, 'id') ?? '',
    name: textIn(item, 'name'),
    labels: parseLabels(item, 'labels'),
    status: textIn(item, 'status'),
    sandboxes: numberIn(item, 'sandboxCount'),
    cachedBuilds: numberIn(item, 'cachedBuildCount'),
    cpuPercent: numberIn(metrics, 'cpuPercent'),
    cpuCount: numberIn(metrics, 'cpuCount'),
    memoryUsedBytes: numberIn(metrics, 'memoryUsedBytes'),
    memoryTotalBytes: numberIn(metrics, 'memoryTotalBytes'),
    diskUsedBytes: numberIn(disk, 'usedBytes'),
    diskTotalBytes: numberIn(disk, 'totalBytes'),
  }
})

export const nodeColumns: Columns<ShownNode> = {
  head: ['NODE ID', 'STATUS', 'SANDBOXES', 'CPUS', 'MEMORY', 'DISK'],
  row: (node) => [
    node.nodeId,
    orDash(node.status),
    orDash(node.sandboxes),
    `${orDash(node.cpuPercent)} % of ${orDash(node.cpuCount)}`,
    `${gibibytes(node.memoryUsedBytes)} of ${gibibytes(node.memoryTotalBytes)} GiB`,
    `${gibibytes(node.diskUsedBytes)} of ${gibibytes(node.diskTotalBytes)} GiB`,
  ],
  wide: {
    head: ['NAME', 'BUILDS', 'LABELS'],
    row: ({ name, cachedBuilds, labels }) => [
      orDash(name),
      orDash(cachedBuilds),
      orDash(labels.join(',') || null),
    ],
  },
}

/** Of a node or a team; none in the response of an older version. */
export function parseLabels(body: unknown, field: string): string[] {
  const labels = fieldIn(body, field)
  return Array.isArray(labels) ? labels.filter((label) => typeof label === 'string') : []
}

function gibibytes(bytes: number | null): string {
  return bytes === null ? '-' : (bytes / 2 ** 30).toFixed(1)
}
