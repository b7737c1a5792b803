/**
 * Records as files: one per container, beside its other files, and one per ended sandbox that control has not acknowledged.
 * They survive a crash of the node and not a power failure, after which no sandbox runs and a torn file is removed. Records of
 * paused sandboxes survive a power failure as well.
 */
import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { envdVersion } from '@cay/contract/names.ts'
import { plainLifecycle } from '@cay/core/sandbox/lifecycle.ts'
import { syncDirectory, writeAtomic } from '@cay/kit/host/write-atomic.ts'
import type { PreallocatedSlot } from '../../ports/container.ts'
import {
  type Claim,
  type ContainerRecord,
  type EndedSandbox,
  openIngress,
  type PausedSandbox,
  type Records,
} from '../../ports/record.ts'
import { refusingFullDisk } from '../files/refusing-full-disk.ts'

export interface RecordDirectories {
  readonly containers: string
  readonly ended: string
  readonly paused: string
}

export class FileRecords implements Records {
  readonly #directories: RecordDirectories

  constructor(directories: RecordDirectories) {
    this.#directories = directories
  }

  async open(preallocated: PreallocatedSlot): Promise<void> {
    await mkdir(preallocated.directory, { recursive: true, mode: 0o700 })
  }

  async write(record: ContainerRecord): Promise<void> {
    await writeWhole(`${record.container.directory}/record.json`, record)
  }

  async remove(containerId: string): Promise<void> {
    await rm(`${this.#directories.containers}/${containerId}`, { recursive: true, force: true })
  }

  async list(): Promise<{ records: ContainerRecord[]; unreadable: string[] }> {
    const records: ContainerRecord[] = []
    const unreadable: string[] = []
    for (const id of await namesIn(this.#directories.containers)) {
      const record = await readWhole<ContainerRecord>(`${this.#directories.containers}/${id}/record.json`)
      if (record === undefined) unreadable.push(id)
      else records.push(withDefaults(record))
    }
    return { records, unreadable }
  }

  async writeEnded(ended: EndedSandbox): Promise<void> {
    await refusingFullDisk('the end of a sandbox', async () => {
      await mkdir(this.#directories.ended, { recursive: true })
      await writeWhole(`${this.#directories.ended}/${ended.claim.sandboxId}.json`, ended)
    })
  }

  async removeEnded(sandboxId: string): Promise<void> {
    await rm(`${this.#directories.ended}/${sandboxId}.json`, { force: true })
  }

  async listEnded(): Promise<EndedSandbox[]> {
    const names = (await namesIn(this.#directories.ended)).filter((name) => name.endsWith('.json'))
    const all = await Promise.all(
      names.map((name) => readWhole<EndedSandbox>(`${this.#directories.ended}/${name}`)),
    )
    return all
      .filter((ended) => ended !== undefined)
      .map((ended) => ({ ...ended, claim: claimWithDefaults(ended.claim) }))
  }

  async writePaused(paused: PausedSandbox): Promise<void> {
    await refusingFullDisk('a paused sandbox', async () => {
      await mkdir(this.#directories.paused, { recursive: true, mode: 0o700 })
      await writeAtomic(this.#pausedFile(paused.claim.sandboxId), JSON.stringify(paused))
    })
  }

  async writePausedEpoch(sandboxId: string, epoch: number): Promise<void> {
    await writeWhole(this.#epochFile(sandboxId), { epoch })
  }

  /** An epoch without a record means nothing. */
  async removePaused(sandboxId: string): Promise<void> {
    await rm(this.#pausedFile(sandboxId), { force: true })
    await rm(this.#epochFile(sandboxId), { force: true })
  }

  async listPaused(): Promise<{ paused: PausedSandbox[]; unreadable: string[] }> {
    const paused: PausedSandbox[] = []
    const unreadable: string[] = []
    for (const name of (await namesIn(this.#directories.paused)).filter((one) => one.endsWith('.json'))) {
      const one = await readWhole<PausedSandbox>(`${this.#directories.paused}/${name}`)
      if (one === undefined) unreadable.push(name.slice(0, -'.json'.length))
      else paused.push(await this.#withRaisedEpoch(one))
    }
    return { paused, unreadable }
  }

  async settlePaused(): Promise<void> {
    await syncDirectory(this.#directories.paused)
  }

  async #withRaisedEpoch(paused: PausedSandbox): Promise<PausedSandbox> {
    const { sandboxId, epoch: written = 0 } = paused.claim
    const raised = await readWhole<{ epoch: number }>(this.#epochFile(sandboxId))
    const epoch = Math.max(written, raised?.epoch ?? 0)
    return epoch === written ? paused : { ...paused, claim: { ...paused.claim, epoch } }
  }

  #epochFile(sandboxId: string): string {
    return `${this.#directories.paused}/${sandboxId}.epoch`
  }

  #pausedFile(sandboxId: string): string {
    return `${this.#directories.paused}/${sandboxId}.json`
  }
}

/** Fills in what records of older versions lack. */
function withDefaults(record: ContainerRecord): ContainerRecord {
  const whole = { ...record, envdVersion: record.envdVersion ?? envdVersion }
  return record.claim === undefined ? whole : { ...whole, claim: claimWithDefaults(record.claim) }
}

function claimWithDefaults(claim: Claim): Claim {
  const { egress = { allowOut: [], denyOut: [] }, ingress = openIngress } = claim
  const { lifecycle = plainLifecycle, envVars = {} } = claim
  return { ...claim, egress, ingress, lifecycle, envVars }
}

async function namesIn(directory: string): Promise<string[]> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  return await readdir(directory)
}

async function writeWhole(path: string, value: object): Promise<void> {
  const aside = `${path}.${randomBytes(4).toString('hex')}`
  try {
    await writeFile(aside, JSON.stringify(value), { mode: 0o600 })
    await rename(aside, path)
  } catch (error) {
    await rm(aside, { force: true })
    throw error
  }
}

/** Undefined when the file is missing or invalid: its container is removed then. */
async function readWhole<T>(path: string): Promise<T | undefined> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as T
  } catch {
    // Missing or torn: nothing reliable is known.
    return undefined
  }
}
