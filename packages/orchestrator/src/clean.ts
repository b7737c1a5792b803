/**
 * The program of `cay down`: ends every sandbox of a data directory and clears the machine. Templates, database and keys stay.
 */

import { existsSync } from 'node:fs'
import { readCommonSettings } from '@cay/kit/data-layout.ts'
import { FileRecords } from './edge/sandbox/file-records.ts'
import { clearMachine } from './wiring/clear-machine.ts'
import { cleanStaging } from './wiring/staging.ts'
import { machineLayout } from './wiring/wire-machine.ts'

const { dataDir } = readCommonSettings(process.env)
await cleanStaging(dataDir)
const sandboxes = existsSync(dataDir) ? await countSandboxes() : 0
const removed = await clearMachine(dataDir)
if (removed === undefined) console.log('nothing of this installation is on the machine')
else {
  const rest = `${removed.slots} network slots, ${removed.cgroups} cgroups, ${removed.directories} containers`
  console.log(`ended ${sandboxes} ${sandboxes === 1 ? 'sandbox' : 'sandboxes'}; removed ${rest}`)
}

async function countSandboxes(): Promise<number> {
  const { records } = await new FileRecords(machineLayout(dataDir)).list()
  return records.filter((record) => record.claim !== undefined).length
}
