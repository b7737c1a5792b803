/** The programs that restore memory, by their digest: stored with the first snapshot that needs them, fetched with one. */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { SerialQueue } from '@cay/kit/flow/serial-queue.ts'
import type { Artifacts } from '../../ports/artifact.ts'
import { keptProgram, runtimesDirectory } from '../container/kept-runtimes.ts'
import type { SnapshotFiles } from '../snapshot/file-snapshots.ts'
import { runtimeArtifactId } from './artifact-ids.ts'
import { checkContent, digestOf } from './check-content.ts'

type SnapshotOfRuntime = Pick<SnapshotFiles, 'manifest'>

export interface StoredRuntimes {
  /** Resolves with its artifact's id; undefined for a snapshot of files, which needs none. */
  storeFor(snapshot: SnapshotOfRuntime): Promise<string | undefined>
  /** Leaves it to the caller to find that there is none. */
  fetchFor(snapshot: SnapshotOfRuntime): Promise<void>
}

export function storedRuntimes(dataDir: string, artifacts: Artifacts): StoredRuntimes {
  const queue = new SerialQueue()
  return {
    async storeFor({ manifest: { kind, engine } }) {
      if (kind === 'files' || engine === undefined) return undefined
      const program = keptProgram(dataDir, engine.sha256)
      const artifactId = runtimeArtifactId(engine.sha256)
      const names = [basename(program)]
      await queue.run(artifactId, () =>
        artifacts.store({ artifactId, kind: 'runtime', directory: dirname(program), names }),
      )
      return artifactId
    },
    async fetchFor({ manifest: { kind, engine } }) {
      if (kind === 'files' || engine === undefined) return
      const program = keptProgram(dataDir, engine.sha256)
      const artifactId = runtimeArtifactId(engine.sha256)
      await queue.run(artifactId, async () => {
        if (existsSync(program)) return
        await mkdir(runtimesDirectory(dataDir), { recursive: true, mode: 0o700 })
        const artifact = await artifacts.open(artifactId)
        if (artifact === undefined) return
        const target = `${runtimesDirectory(dataDir)}/.fetching-${randomUUID()}`
        await artifact.fetch(target)
        const fetchedId = runtimeArtifactId(await digestOf(`${target}/${basename(program)}`))
        await checkContent(artifactId, fetchedId, target)
        await rename(target, dirname(program))
      })
    },
  }
}
