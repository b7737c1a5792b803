/**
 * The launcher: a program of some two hundred bytes that becomes one certain user for good and then runs a command. It
 * exists because ids can only be given up for good from within the new process: were the daemon to take a user's ids on
 * for the time of a spawn, that user's processes could kill it meanwhile. Written as bytes because there is no compiler.
 *
 *   argv: [launcher, DIRECTORY, FILE, "/bin/sh", "-c", 'exec "$@"', "--", COMMAND, ARGS...]
 *
 * It enters DIRECTORY, executes FILE with [COMMAND, ARGS...], and when that fails the shell with all that begins at
 * "/bin/sh", so that the shell says what is wrong with the command. Without the ids or the directory it exits with 126.
 */

import { arm64Code } from './launcher-arm64.ts'
import type { LauncherIdentity } from './launcher-layout.ts'
import { x64Code } from './launcher-x64.ts'

/** Without an identity the launcher stays who it is. */
export function launcherProgram(architecture: string, identity: LauncherIdentity | undefined): Uint8Array {
  if (architecture === 'x64') return elfFile(62, x64Code(identity))
  if (architecture === 'arm64') return elfFile(183, arm64Code(identity))
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

const headerBytes = 64
const segmentBytes = 56
const loadAddress = 0x400000n

/** One segment that is the whole file, readable and executable, entered right behind the headers. */
function elfFile(machine: number, code: Uint8Array): Uint8Array {
  const bytes = BigInt(headerBytes + segmentBytes + code.length)
  const file = new Uint8Array(Number(bytes))
  const view = new DataView(file.buffer)
  // 64 bits, little endian, version 1.
  file.set([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1])
  view.setUint16(16, 2, true)
  view.setUint16(18, machine, true)
  view.setUint32(20, 1, true)
  view.setBigUint64(24, loadAddress + BigInt(headerBytes + segmentBytes), true)
  view.setBigUint64(32, BigInt(headerBytes), true)
  view.setUint16(52, headerBytes, true)
  view.setUint16(54, segmentBytes, true)
  view.setUint16(56, 1, true)
  view.setUint32(64, 1, true)
  view.setUint32(68, 5, true)
  view.setBigUint64(80, loadAddress, true)
  view.setBigUint64(88, loadAddress, true)
  view.setBigUint64(96, bytes, true)
  view.setBigUint64(104, bytes, true)
  view.setBigUint64(112, 0x1000n, true)
  file.set(code, headerBytes + segmentBytes)
  return file
}
