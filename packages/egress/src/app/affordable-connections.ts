import { bounds } from '../bounds.ts'

/** Never more than there can be files for. One that is not dialled, as it says nothing, takes a single one. */
export function affordableConnections(openFiles: number): number {
  return Math.min(
    bounds.connectionsMax,
    openFiles - Math.min(bounds.otherFilesMax, Math.floor(openFiles / 2)),
  )
}
