import { fieldIn, listOf, textIn } from './team-answers.ts'

/** A node, as much of it as the command shows. */
export interface ShownNode {
  readonly nodeId: string
  readonly status: string
  readonly sandboxes: number
  readonly cpuPercent: number
  readonly cpuCount: number
  readonly memoryUsedBytes: number
  readonly memoryTotalBytes: number
  readonly diskUsedBytes: number
  readonly diskTotalBytes: number
}

/** Throws when the body is no list. */
export function parseNodes(body: unknown): ShownNode[] {
  return listOf(body, 'nodes').map((item) => {
    const metrics = fieldIn(item, 'metrics')
    const disks = fieldIn(metrics, 'disks')
    const disk: unknown = Array.isArray(disks) ? disks[0] : undefined
    return {
      nodeId: textIn(item, 'id'),
      status: textIn(item, 'status'),
      sandboxes: numberIn(item, 'sandboxCount'),
      cpuPercent: numberIn(metrics, 'cpuPercent'),
      cpuCount: numberIn(metrics, 'cpuCount'),
      memoryUsedBytes: numberIn(metrics, 'memoryUsedBytes'),
      memoryTotalBytes: numberIn(metrics, 'memoryTotalBytes'),
      diskUsedBytes: numberIn(disk, 'usedBytes'),
      diskTotalBytes: numberIn(disk, 'totalBytes'),
    }
  })
}

function numberIn(value: unknown, name: string): number {
  const field = fieldIn(value, name)
  return typeof field === 'number' ? field : 0
}
