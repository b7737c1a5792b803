import { bounds } from '../../bounds.ts'

/** The limit of connections that open files allow. A connection without an upstream takes one file only. */
export function connectionLimit(openFiles: number): number {
  return Math.min(
    bounds.connectionsMax,
    openFiles - Math.min(bounds.otherFilesMax, Math.floor(openFiles / 2)),
  )
}
