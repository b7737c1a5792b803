/** Stores one launcher per user in a directory that only the daemon may enter. */

import { createHash } from 'node:crypto'
import { mkdirSync, renameSync, statSync, writeFileSync } from 'node:fs'
import type { LauncherIdentity } from '../../dialect/process/launcher-layout.ts'
import { launcherProgram } from '../../dialect/process/launcher-program.ts'

/** Returns the path of a user's launcher, which is created again if it has disappeared. */
export type LauncherOf = (identity: LauncherIdentity) => string

/** Only root can change its ids; without root, every process keeps the daemon's ids. */
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

/** The file is renamed into place, because a program that is open for writing cannot be executed. */
function write(directory: string, path: string, program: Uint8Array): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.new`, program, { mode: 0o700 })
  renameSync(`${path}.new`, path)
}

const nameLengthMax = 200

/** The launcher of a user in very many groups still needs a unique file name within the length limit. */
function shortened(name: string): string {
  return name.length <= nameLengthMax ? name : `${createHash('sha256').update(name).digest('hex')}`
}
