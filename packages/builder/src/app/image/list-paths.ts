/** The list of a tree's paths: what a sandbox compares itself with when it is asked what was changed in it. */
import type { Directory, Entry } from '../../dialect/tree/tree.ts'

interface Listed {
  readonly path: string
  readonly entry: Entry
}

/**
 * Absolute paths with a NUL behind each, in the order of their bytes. With times each directory, the root as well, has two
 * slashes and its time behind it, in nanoseconds: daemons before those that know what is not changed took that for a part
 * of the path.
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
