/** Finds the image's programs that run after every restore. */

import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import type { RestoreHooks } from '../../ports/identity.ts'

export function createRestoreHooks(directory: string): RestoreHooks {
  return {
    list: () =>
      namesIn(directory)
        .sort()
        .map((name) => `${directory}/${name}`)
        .filter(isProgram),
  }
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory)
  } catch {
    // The directory is optional.
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // The file is not executable, or it is a dangling link, so it is not a hook.
    return false
  }
}
