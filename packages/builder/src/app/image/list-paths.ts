/** Lists the paths of a tree, with which a sandbox compares itself to find its changes. */
import type { Directory, Entry } from '../../dialect/tree/tree.ts'

interface Listed {
  readonly path: string
  readonly entry: Entry
}

/**
 * Absolute paths in the order of their bytes, with a NUL behind each. With times, each directory including the root has two
 * slashes and its modification time in nanoseconds behind it, which older daemons take for a part of the path.
 */
export function listPaths(root: Directory, withTimes: boolean): Buffer {
  const listed: Listed[] = withTimes ? [{ path: '/', entry: root }] : []
  const waiting = [{ path: '', directory: root }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const [name, entry] of next.directory.entries) {
      const path = `${next.path}/${name}`
      listed.push({ path, entry })
      if (entry.kind === 'directory') waiting.push({ path, directory: entry })
    }
  }
  // Each character is a byte.
  listed.sort((a, b) => (a.path < b.path ? -1 : 1))
  const lines = listed.map(({ path, entry }) => `${path}${withTimes ? timeOf(entry) : ''}\0`)
  return Buffer.from(lines.join(''), 'latin1')
}

function timeOf(entry: Entry): string {
  if (entry.kind !== 'directory') return ''
  const { mtimeSeconds, mtimeNanos } = entry.attributes
  return `//${BigInt(mtimeSeconds) * 1_000_000_000n + BigInt(mtimeNanos)}`
}
