/**
 * `cay cluster init`: makes a single machine the first member of a cluster. Its records move from SQLite to PostgreSQL; later
 * starts use them there, and the object store for artifacts. Sandboxes that run go on. A failure leaves everything as it was.
 */
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { movedSuffix } from '@cay/kit/data-layout.ts'
import { acquireLock } from '@cay/kit/host/lock-file.ts'
import { isAlive } from '@cay/kit/host/process-identity.ts'
import { type ServiceProcessSpec, startServiceProcess } from '@cay/kit/host/service-process.ts'
import type { Step } from '@cay/kit/progress.ts'
import { type Environment, readOptional } from '@cay/kit/settings.ts'
import type { ClusterSettings } from '../../dialect/cluster/cluster-file.ts'
import type { Installation } from '../../installation.ts'
import type { ClusterFiles } from '../../ports/cluster-files.ts'
import type { UpRecords } from '../../ports/supervisor.ts'
import { stopOrphans } from '../service/stop-orphans.ts'
import { supervisorLock } from '../service/up.ts'

export interface ClusterRequest {
  readonly databaseUrl: string
  /** Absent: artifacts stay on the disk of the node. */
  readonly blobsUrl?: string
  /** host:port at which nodes reach control here; absent: there are no others. */
  readonly address?: string
}

/** A connection that does not answer keeps the program no longer than this, in milliseconds, once it is told to stop. */
const moverGraceMs = 5_000

export interface ClusterDeps {
  readonly installation: Installation
  readonly records: UpRecords
  readonly files: ClusterFiles
}

export async function initCluster(
  deps: ClusterDeps,
  request: ClusterRequest,
  { step, signal }: { readonly step: Step; readonly signal: AbortSignal },
): Promise<void> {
  const { installation, files } = deps
  const { layout, settings } = installation
  if (files.read(layout.clusterFile).CAY_DATABASE_URL !== undefined)
    throw new Error(
      `${settings.dataDir} is a member of a cluster already: ${layout.clusterFile} names its database`,
    )
  if (!existsSync(layout.database))
    throw new Error(
      `${settings.dataDir} holds no records: CAY_DATA_DIR names the directory of an installation`,
    )
  await mkdir(layout.run, { recursive: true, mode: 0o711 })
  await refuseRunning(deps)
  const lock = await acquireLock(supervisorLock(installation))
  if (lock === undefined)
    throw new Error(`another cay command is at work in ${settings.dataDir}: try again when it is done`)
  try {
    await endServicesThatAreLeft(deps)
    await moveRecords(installation, request, step, signal)
    await files.write(layout.clusterFile, settingsOf(request, installation.env))
    await setAside(layout.database)
  } finally {
    await lock.release()
  }
}

/** Credentials that the variables name beside the URL belong to it. */
function settingsOf({ databaseUrl, blobsUrl, address }: ClusterRequest, env: Environment): ClusterSettings {
  const named = {
    CAY_DATABASE_URL: databaseUrl,
    ...(address === undefined ? {} : { CAY_CLUSTER_ADDRESS: address }),
  }
  if (blobsUrl === undefined) return named
  const besides = (['CAY_BLOBS_ACCESS_KEY', 'CAY_BLOBS_SECRET_KEY', 'CAY_BLOBS_CA_FILE'] as const).flatMap(
    (name) => {
      const value = readOptional(env, name)
      return value === undefined ? [] : [[name, value] as const]
    },
  )
  return { ...named, CAY_BLOBS_URL: blobsUrl, ...Object.fromEntries(besides) }
}

async function refuseRunning({ installation, records }: ClusterDeps): Promise<void> {
  const { layout, settings } = installation
  const record = await records.read(layout.supervisorFile)
  if (record === undefined || !isAlive(record.supervisor)) return
  throw new Error(
    `Cay runs in ${settings.dataDir} (process ${record.supervisor.pid}): stop it with Ctrl-C or \`kill ${record.supervisor.pid}\`, not with ` +
      '`cay down`. Its sandboxes go on, and `cay up` finds them again',
  )
}

/** Of a supervisor that was killed: control must not write into the records while they are copied. */
async function endServicesThatAreLeft({ installation, records }: ClusterDeps): Promise<void> {
  const record = await records.read(installation.layout.supervisorFile)
  if (record !== undefined) await stopOrphans(record)
}

async function moveRecords(
  installation: Installation,
  request: ClusterRequest,
  step: Step,
  signal: AbortSignal,
): Promise<void> {
  const tables: string[] = []
  let complaint: string | undefined
  const env = { ...installation.env, ...settingsOf(request, installation.env) }
  const onLine: ServiceProcessSpec['onLine'] = (line, stream) => {
    if (stream === 'stderr') {
      complaint = line
      return
    }
    tables.push(line)
    step.doing(`copied ${line}`)
  }
  const child = startServiceProcess({ ...installation.recordsMover, env, onLine })
  const stop = () => void child.stop(moverGraceMs)
  signal.addEventListener('abort', stop)
  const exit = await child.exited
  signal.removeEventListener('abort', stop)
  if (signal.aborted) throw new Error('stopped; the records are where they were')
  if (exit.exitCode !== 0) throw new Error(complaint ?? `the copy of the records ${exit.words}`)
  const rows = tables.reduce((sum, line) => sum + Number(line.split(' ')[1] ?? 0), 0)
  step.outcome(`${rows} rows of ${tables.length} tables`)
}

/** It stays until the operator removes it; no start reads it. */
async function setAside(database: string): Promise<void> {
  await rename(database, `${database}${movedSuffix}`)
  for (const suffix of ['-wal', '-shm']) await rm(`${database}${suffix}`, { force: true })
}
