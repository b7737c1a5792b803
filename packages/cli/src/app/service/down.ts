import { existsSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { acquireLock, type HeldLock } from '@cay/kit/host/lock-file.ts'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { startServiceProcess } from '@cay/kit/host/service-process.ts'
import { stopProcess } from '@cay/kit/host/stop-process.ts'
import type { Installation } from '../../installation.ts'
import type { ReadUpRecord } from '../../ports/supervisor.ts'
import { stopOrphans } from './stop-orphans.ts'
import { supervisorLock } from './up.ts'

/** A supervisor first waits for its services, and longer for a template builder. */
const supervisorGraceMs = 35_000
const lockWaitSeconds = 30

export interface DownDeps {
  readonly installation: Installation
  readonly readRecord: ReadUpRecord
  readonly print: (line: string) => void
}

/** Ends the supervisor, the services and every sandbox of the data directory, and removes what they had on the host. */
export async function down({ installation, readRecord, print }: DownDeps): Promise<number> {
  const { layout, settings } = installation
  if (!existsSync(settings.dataDir)) {
    // It may have been deleted before its sandboxes were ended.
    print(`${settings.dataDir} does not exist; looking whether something of it is on the machine ...`)
    return await clean({ installation, print })
  }
  await mkdir(layout.run, { recursive: true, mode: 0o700 })
  await stopServices({ installation, readRecord, print })
  const lock = await takeLock(installation)
  try {
    const exitCode = await clean({ installation, print })
    if (exitCode === 0) await rm(layout.supervisorFile, { force: true })
    for (const path of [layout.views, layout.lentFiles]) await rm(path, { recursive: true, force: true })
    return exitCode
  } finally {
    await lock.release()
  }
}

export interface StopDeps extends Pick<DownDeps, 'readRecord' | 'print'> {
  readonly installation: { readonly layout: Pick<Installation['layout'], 'supervisorFile'> }
}

/** Sandboxes go on. */
export async function stopServices({ installation, readRecord, print }: StopDeps): Promise<void> {
  const record = await readRecord(installation.layout.supervisorFile)
  if (record === undefined) return
  if (isAlive(record.supervisor)) {
    print(`stopping Cay (process ${record.supervisor.pid}) ...`)
    await stopProcess(record.supervisor, supervisorGraceMs)
    print('stopped the supervisor')
  }
  const ended = await stopOrphans(record)
  if (ended.length > 0) print(`stopped ${ended.join(', ')}`)
}

async function takeLock(installation: Installation): Promise<HeldLock> {
  const lock = await acquireLock(supervisorLock(installation), lockWaitSeconds)
  if (lock !== undefined) return lock
  throw new Error(
    `another cay command is at work in ${installation.settings.dataDir}: try again when it is done`,
  )
}

async function clean({ installation, print }: Omit<DownDeps, 'readRecord'>): Promise<number> {
  const cleaner = startServiceProcess({ ...installation.cleaner, env: installation.env, onLine: print })
  const exit = await cleaner.exited
  if (exit.exitCode === 0) return 0
  print(`Error: the host could not be cleaned: the cleaner ${exit.words}`)
  return exit.exitCode ?? 1
}
