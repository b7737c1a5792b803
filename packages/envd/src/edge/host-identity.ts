/** The host name, and the files that say to every process what sandbox it is in. */

import { mkdirSync, writeFileSync } from 'node:fs'
import type { HostIdentity } from '../ports.ts'
import { sethostname } from './libc.ts'

export function createHostIdentity(runDirectory: string): HostIdentity {
  return {
    setHostname: (name) => void sethostname(name, Buffer.byteLength(name)),
    publishVariables: (variables) => {
      mkdirSync(runDirectory, { recursive: true })
      for (const [name, value] of Object.entries(variables)) {
        writeFileSync(`${runDirectory}/.${name}`, value, { mode: 0o644 })
      }
    },
  }
}
