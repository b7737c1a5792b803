/**
 * The launcher: a program of about two hundred bytes that irrevocably changes to one fixed user and then executes a
 * command. It exists because only the new process itself can give up its ids irrevocably: if the daemon took on a
 * user's ids during a spawn, that user's processes could kill it meanwhile. It is written as bytes because no
 * compiler is available; packages/envd/assembly has the source in assembly, and a test compares the two.
 *
 *   argv: [launcher, DIRECTORY, FILE, "/bin/sh", "-c", 'exec "$@"', "--", COMMAND, ARGS...]
 *
 * It enters DIRECTORY and executes FILE with [COMMAND, ARGS...]. If that fails, it executes the shell with the
 * arguments from "/bin/sh" on, so that the shell reports what is wrong with the command. If it cannot change its ids
 * or enter the directory, it exits with 126.
 */

import { type ElfArchitecture, elfFile } from './elf.ts'
import { arm64Code } from './launcher-arm64.ts'
import type { LauncherIdentity } from './launcher-layout.ts'
import { x64Code } from './launcher-x64.ts'

/** Without an identity, the launcher keeps its ids. */
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
