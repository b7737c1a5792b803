/** Stops the processes of a cgroup and lets them go on, by the freezer of version 1 or that of version 2. */
import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isFrozenV1, isFrozenV2 } from '../../dialect/container/freezer-state.ts'
import { readIfThere, writeIfThere } from './group-files.ts'

export interface Freezer {
  /** Resolves when every process stands still. Rejects when one would not within two seconds; then all go on. */
  freeze(): Promise<void>
  /** No error when the group is gone, or is not frozen. */
  thaw(): Promise<void>
}

/** Milliseconds for a process to leave the kernel and stand still; a sandbox needs two. */
const freezeMsMax = 2_000
const pollMs = 1

/** `group`: path below the root of the trees. Undefined when no freezer knows it. */
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
  /** Where the words `freeze` and `thaw` are written. */
  readonly controlFile: string
  readonly freeze: string
  readonly thaw: string
  /** Where the kernel says how far it is. */
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
          throw new Error(`processes of ${files.controlFile} did not stand still within ${freezeMsMax} ms`)
        }
        await sleep(pollMs)
        // Version 1 leaves out what was being made while it froze, unless it is told again.
        await writeFile(files.controlFile, files.freeze)
      }
    },
  }
}
