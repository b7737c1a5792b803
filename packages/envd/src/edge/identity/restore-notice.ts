/**
 * Notifies the processes of a sandbox of a restore. The generation file gets a new id, which wakes every process that
 * watches it, and every process gets SIGURG, which the system ignores unless the process has a handler for it.
 * `boot_id` belongs to the sandbox and not to the boot from which all sandboxes of a template are restored.
 */

import { mkdirSync, openSync, writeSync } from 'node:fs'
import { bootIdPath } from '../../dialect/identity/proc-mounts.ts'
import type { RestoreNotice } from '../../ports/identity.ts'
import { mount } from '../filesystem/libc-files.ts'
import { textOfFile } from '../filesystem/regular-file.ts'
import { kill, SystemCallError } from '../libc.ts'
import { reseedOwnGenerators, systemUuid } from './random-pool.ts'

/** The pid argument of kill(2) for every process except the caller. */
const everybody = -1
const sigurg = 23
/** `MS_BIND`. */
const bind = 0x1000
const fileMode = 0o444

/**
 * Only for the init process of a sandbox. The file descriptors stay open, so that a file that root puts at the paths
 * is neither opened nor waited for.
 */
export function createRestoreNotice(directory: string): RestoreNotice {
  mkdirSync(directory, { recursive: true, mode: 0o755 })
  const generation = openSync(`${directory}/generation`, 'w', fileMode)
  const bootIdSource = `${directory}/boot_id`
  const bootId = openSync(bootIdSource, 'w', fileMode)
  let currentBootId = ''
  const renewBootId = () => {
    currentBootId = systemUuid()
    write(bootId, currentBootId)
  }
  const showBootId = () => {
    if (textOfFile(bootIdPath) !== `${currentBootId}\n`) mount(bootIdSource, bootIdPath, null, bind, null)
  }
  write(generation, systemUuid())
  renewBootId()
  return {
    announce({ isRestored, isOtherSandbox }) {
      if (isRestored) reseedOwnGenerators()
      if (isOtherSandbox) renewBootId()
      const id = systemUuid()
      write(generation, id)
      signalAllProcesses()
      return { generation: id, trouble: isRestored ? troubleOf(showBootId) : undefined }
    },
  }
}

/** For a daemon that is not the init process of a sandbox: it must not signal the processes of its machine. */
export const noRestoreNotice: RestoreNotice = {
  announce: () => ({ generation: systemUuid(), trouble: undefined }),
}

/**
 * Writes in place and always the same length: a process that watches or has mounted the file sees the new text and
 * never part of it.
 */
function write(descriptor: number, id: string): void {
  writeSync(descriptor, `${id}\n`, 0)
}

function signalAllProcesses(): void {
  try {
    kill(everybody, sigurg)
  } catch (error) {
    // There are no other processes.
    if (!(error instanceof SystemCallError) || error.code !== 'ESRCH') throw error
  }
}

function troubleOf(task: () => void): string | undefined {
  try {
    task()
    return undefined
  } catch (error) {
    return String(error)
  }
}
