/** Keeps one launcher per user in a directory that only the daemon may enter. */

import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { LauncherIdentity } from '../dialect/launcher-layout.ts'
import { launcherProgram } from '../dialect/launcher-program.ts'

/** Answers the path of the launcher of a user; it is made again when it has disappeared. */
export type LauncherOf = (identity: LauncherIdentity) => string

/** Only root can become somebody else; without root everybody is who we are. */
export function createLaunchers(directory: string): LauncherOf {
  const isRoot = process.getuid?.() === 0
  return (identity) => {
    const name = isRoot ? [identity.uid, identity.gid, ...identity.groups].join('-') : 'self'
    const path = `${directory}/launch-${shortened(name)}`
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      write(directory, path, launcherProgram(process.arch, isRoot ? identity : undefined))
    }
    return path
  }
}

/** Renamed into place: a program that is being written cannot be executed. */
function write(directory: string, path: string, program: Uint8Array): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, program, { mode: 0o700 })
  renameSync(`${path}.new`, path)
}

const nameLengthMax = 200

/** A user in very many groups still needs a name that fits, and that is nobody else's. */
function shortened(name: string): string {
  return name.length <= nameLengthMax ? name : `${createHash('sha256').update(name).digest('hex')}`
}
