import { bounds } from '../../bounds.ts'

/** The limit of connections that open files allow: two for each, so that one team cannot use up the files of others. */
export function connectionLimit(openFiles: number): number {
  const otherFiles = Math.min(bounds.otherFilesMax, Math.floor(openFiles / 2))
  return Math.min(bounds.connectionsMax, Math.floor((openFiles - otherFiles) / 2))
}
