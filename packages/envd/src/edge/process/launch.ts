/**
 * Starts a command as its user, through that user's launcher. Failures that can be detected beforehand are errors of
 * the start. An unknown command is not one of them: the shell reports it, as for any process.
 */

import { realpathSync, statSync } from 'node:fs'
import { ServiceError } from '@cay/core/errors.ts'
import { mayExecute } from '@cay/core/files/access.ts'
import { parentsOf } from '@cay/core/files/path.ts'
import { programCandidates } from '@cay/core/process/program-path.ts'
import { launcherArgv } from '../../dialect/process/launcher-program.ts'
import type { Command } from '../../ports/process.ts'
import type { User } from '../../ports/user.ts'
import type { LauncherOf } from './launcher-files.ts'
import { type SpawnRequest, spawnProgram } from './spawn.ts'

/** Returns the pid. Throws `request_invalid` if nothing was started. */
export function launchProgram(launch: Command, stdio: SpawnRequest['stdio'], launcherOf: LauncherOf): number {
  const { command, name = command, args, environment, workingDirectory: directory } = launch
  const file = findProgram(command, launch.searchPath) ?? noProgram
  try {
    assertMayEnter(directory, launch.user)
    const argv = launcherArgv({ directory, file, command: name, args })
    return spawnProgram({ file: launcherOf(launch.user), argv, environment, stdio })
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    const line = [command, ...args].join(' ').slice(0, shownCommandLengthMax)
    throw new ServiceError('request_invalid', `error starting process '${line}': ${reason}`, { cause: error })
  }
}

/** Resolves a command to the path of its program. */
export function findProgram(command: string, searchPath: string): string | undefined {
  return programCandidates(command, searchPath).find(isProgram)
}

/** Maximum length of a command line in an error message. */
const shownCommandLengthMax = 1000

/** Executing this path fails, so the shell reports what is wrong with the command. */
const noProgram = ''

/** Returns whether the user may enter a directory, which must exist. */
export function mayWorkIn(directory: string, user: User): boolean {
  try {
    assertMayEnter(directory, user)
    return true
  } catch {
    return false
  }
}

/** The launcher could only exit with a status; here the caller can still receive an error. */
function assertMayEnter(directory: string, user: User): void {
  const real = realpathSync.native(directory)
  if (!statSync(real).isDirectory()) throw new Error(`chdir ${directory}: not a directory`)
  if (!mayEnter(real, user)) throw new Error(`chdir ${directory}: permission denied`)
}

function mayEnter(directory: string, user: User): boolean {
  return [...parentsOf(directory), directory].every((path) => mayExecute(statSync(path), user))
}

function isProgram(path: string): boolean {
  // A relative path refers to the child's working directory, so only the start itself can check it.
  if (!path.startsWith('/')) return true
  try {
    const stat = statSync(path, { throwIfNoEntry: false })
    return stat?.isFile() === true && (stat.mode & 0o111) !== 0
  } catch {
    // ENOTDIR, ELOOP and similar errors: the path is not a program.
    return false
  }
}
