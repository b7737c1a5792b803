/** Programs of the image that want to run after every restore. */

import { accessSync, constants, readdirSync, statSync } from 'node:fs'
import type { RestoreHooks } from '../ports/identity.ts'

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
    // No template has to have one.
    return []
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    // Not executable, or a link that leads nowhere: it is no hook.
    return false
  }
}
