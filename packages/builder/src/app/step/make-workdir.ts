import { chownSync, mkdirSync, statSync } from 'node:fs'
import { StepFailure } from './step-failure.ts'

/** Makes what is missing of the path, owned by the user. Says whether anything was. */
export function makeWorkdir(path: string, { uid, gid }: { uid: number; gid: number }): boolean {
  const names = path.split('/').filter((name) => name !== '')
  let made = false
  for (const [index] of names.entries()) {
    const directory = `/${names.slice(0, index + 1).join('/')}`
    const found = statSync(directory, { throwIfNoEntry: false })
    if (found === undefined) {
      mkdirSync(directory)
      chownSync(directory, uid, gid)
      made = true
    } else if (!found.isDirectory()) throw new StepFailure(`"${directory}" is not a directory`)
  }
  return made
}
