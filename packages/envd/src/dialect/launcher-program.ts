/**
 * The launcher: a program of some two hundred bytes that becomes one certain user for good and then runs a command. It
 * exists because ids can only be given up for good from within the new process: were the daemon to take a user's ids on
 * for the time of a spawn, that user's processes could kill it meanwhile. Written as bytes because there is no compiler;
 * packages/envd/assembly has it as an assembler reads it, and a test compares the two.
 *
 *   argv: [launcher, DIRECTORY, FILE, "/bin/sh", "-c", 'exec "$@"', "--", COMMAND, ARGS...]
 *
 * It enters DIRECTORY, executes FILE with [COMMAND, ARGS...], and when that fails the shell with all that begins at
 * "/bin/sh", so that the shell says what is wrong with the command. Without the ids or the directory it exits with 126.
 */

import { type ElfArchitecture, elfFile } from './elf.ts'
import { arm64Code } from './launcher-arm64.ts'
import type { LauncherIdentity } from './launcher-layout.ts'
import { x64Code } from './launcher-x64.ts'

/** Without an identity the launcher stays who it is. */
export function launcherProgram(architecture: string, identity: LauncherIdentity | undefined): Uint8Array {
  if (architecture === 'x64') return program('x64', x64Code(identity))
  if (architecture === 'arm64') return program('arm64', arm64Code(identity))
  throw new Error(`no launcher for the architecture ${architecture}`)
}

export function launcherArgv(launch: {
  readonly directory: string
  readonly file: string
  readonly command: string
  readonly args: readonly string[]
}): string[] {
  return [
    'launcher',
    launch.directory,
    launch.file,
    '/bin/sh',
    '-c',
    'exec "$@"',
    '--',
    launch.command,
    ...launch.args,
  ]
}

function program(architecture: ElfArchitecture, content: Uint8Array): Uint8Array {
  return elfFile({ architecture, content, isWritable: false })
}
