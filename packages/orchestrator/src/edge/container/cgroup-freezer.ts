/** Freezes and thaws the processes of a cgroup, by the freezer of cgroup v1 or v2. */
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFrozenV1, isFrozenV2 } from '../../dialect/container/freezer-state.ts'
import { readIfThere, writeIfThere } from './group-files.ts'

export interface Freezer {
  /** Resolves when every process is frozen. Rejects when one could not be frozen within two seconds; then all are thawed. */
  freeze(): Promise<void>
  /** No error when the cgroup is gone or not frozen. */
  thaw(): Promise<void>
}

/** Milliseconds for the processes to freeze; a sandbox needs two. */
const freezeMsMax = 2_000
const pollMs = 1

/** `group`: path below the root of the hierarchies. Undefined when no freezer has it. */
export async function freezerOf(root: string, group: string): Promise<Freezer | undefined> {
  const candidates: FreezerFiles[] = [
    {
      controlFile: `${root}/freezer${group}/freezer.state`,
      freeze: 'FROZEN',
      thaw: 'THAWED',
      state: `${root}/freezer${group}/freezer.state`,
      isFrozen: isFrozenV1,
    },
    {
      controlFile: `${root}${group}/cgroup.freeze`,
      freeze: '1',
      thaw: '0',
      state: `${root}${group}/cgroup.events`,
      isFrozen: isFrozenV2,
    },
  ]
  for (const files of candidates)
    if ((await readIfThere(files.controlFile)) !== undefined) return makeFreezer(files)
  return undefined
}

interface FreezerFiles {
  /** The file to which the values `freeze` and `thaw` are written. */
  readonly controlFile: string
  readonly freeze: string
  readonly thaw: string
  /** The file in which the kernel reports the state. */
  readonly state: string
  readonly isFrozen: (state: string) => boolean
}

function makeFreezer(files: FreezerFiles): Freezer {
  const thaw = () => writeIfThere(files.controlFile, files.thaw)
  return {
    thaw,
    async freeze() {
      const deadline = Date.now() + freezeMsMax
      await writeFile(files.controlFile, files.freeze)
      while (!files.isFrozen(await readFile(files.state, 'utf8'))) {
        if (Date.now() > deadline) {
          await thaw()
          throw new Error(`processes of ${files.controlFile} did not freeze within ${freezeMsMax} ms`)
        }
        await sleep(pollMs)
        // cgroup v1 misses processes that were forked meanwhile, unless it is written again.
        await writeFile(files.controlFile, files.freeze)
      }
    },
  }
}
