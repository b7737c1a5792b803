/**
 * Tells the processes of a sandbox that it was restored. The generation file gets a new id, which wakes whoever watches it,
 * and every process gets SIGURG, which the system ignores unless a process has a handler for it. `boot_id` is that of
 * the sandbox and not the one of the boot that all sandboxes of a template come from.
 */

import { mkdirSync, openSync, writeSync } from 'node:fs'
import { bootIdPath } from '../dialect/proc-mounts.ts'
import type { RestoreNotice } from '../ports/identity.ts'
import { kill, SystemCallError } from './libc.ts'
import { mount } from './libc-files.ts'
import { reseedOwnGenerators, systemUuid } from './random-pool.ts'
import { textOfFile } from './regular-file.ts'

/** Everybody but ourselves. */
const everybody = -1
const sigurg = 23
/** `MS_BIND`. */
const bind = 0x1000
const fileMode = 0o444

/** Of the init of a sandbox only. Descriptors stay open: whatever root puts at the paths is neither opened nor waited for. */
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
      signalEverybody()
      return { generation: id, trouble: isRestored ? troubleOf(showBootId) : undefined }
    },
  }
}

/** Of a daemon that is nobody's init: what else runs on the machine is none of its business. */
export const noRestoreNotice: RestoreNotice = {
  announce: () => ({ generation: systemUuid(), trouble: undefined }),
}

/** In place and of one length: whoever watches or has mounted the file sees the new text, and never half of it. */
function write(descriptor: number, id: string): void {
  writeSync(descriptor, `${id}\n`, 0)
}

function signalEverybody(): void {
  try {
    kill(everybody, sigurg)
  } catch (error) {
    // Nobody is there.
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
