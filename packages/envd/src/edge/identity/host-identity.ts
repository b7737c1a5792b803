/** Sets the host name and writes the files that tell every process which sandbox it runs in. */

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { guestHelperAddress } from '@cay/contract/names.ts'
import type { HostIdentity } from '../../ports/identity.ts'
import { replaceFile } from '../filesystem/regular-file.ts'
import { sethostname, setrlimit } from '../libc.ts'
import { addLoopbackAddress } from './loopback-address.ts'

/** `RLIMIT_NPROC`. */
const processLimit = 6

export function createHostIdentity(runDirectory: string, machineIdFile = '/etc/machine-id'): HostIdentity {
  return {
    setHostname: (name) => void sethostname(name, Buffer.byteLength(name)),
    setMachineId: (sandboxId) => {
      if (existsSync(machineIdFile)) replaceFile(machineIdFile, `${machineIdOf(sandboxId)}\n`, 0o444)
    },
    // The daemon's own limit is inherited by every process that it starts.
    limitProcesses: (count) => void setrlimit(processLimit, BigUint64Array.of(BigInt(count), BigInt(count))),
    claimHelperAddress: () => {
      try {
        addLoopbackAddress(guestHelperAddress)
      } catch (error) {
        // The sandbox is usable without the helper, so this failure is not fatal.
        process.stderr.write(`envd: failed to assign the address ${guestHelperAddress}: ${String(error)}\n`)
      }
    },
    publishVariables: (variables) => {
      mkdirSync(runDirectory, { recursive: true })
      for (const [name, value] of Object.entries(variables)) {
        const path = `${runDirectory}/.${name}`
        if (value === undefined) rmSync(path, { force: true })
        else replaceFile(path, value)
      }
    },
  }
}

/**
 * The machine id is a hash, so that the sandbox id cannot be derived from it. It is not random, because sandboxes
 * restored from one checkpoint would draw the same random numbers.
 */
function machineIdOf(sandboxId: string): string {
  return createHash('sha256').update(`machine-id of ${sandboxId}`).digest('hex').slice(0, 32)
}
