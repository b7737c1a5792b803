// The command as one file (scripts/bundle-command.mjs), if it was built from the sources as they are now.
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const bundleDirectory = fileURLToPath(new URL('../dist', import.meta.url))
export const manifestName = 'sources.json'

/** Its path; undefined: the sources are to be run. */
export function findBundle(directory = bundleDirectory) {
  try {
    const { entry, inputs } = JSON.parse(readFileSync(`${directory}/${manifestName}`, 'utf8'))
    for (const [path, size, mtimeMs] of inputs) {
      const found = statSync(`${directory}/${path}`)
      if (found.size !== size || found.mtimeMs !== mtimeMs) return undefined
    }
    return `${directory}/${entry}`
  } catch {
    // There is none, or it is being built, or a source was removed: each is a reason to run the sources.
    return undefined
  }
}
