/**
 * A pause that is answered when it is in an object store, in turns with one that is on the node's disk alone, and resumes after it:
 * from the disk, and with everything but the root file system fetched from the object store, as on another node.
 */
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { snapshotsLayout } from '@cay/orchestrator/dialect/snapshot/snapshot-layout.ts'
import type { ControlApi } from '../control-api.ts'
import type { Measured, Measurement } from '../measured.ts'
import { type OwnInstallation, poolOf, withInstallation } from '../own-installation.ts'
import { median } from '../statistics.ts'

const warmTurns = 2
const addedMsMax = 300
const fetchedRatioMax = 1.5

/** The object store is a directory of the same machine: its own time is hardly more than that of the disk. */
export async function measureStoredPause(given: Measurement): Promise<Partial<Measured>> {
  const objects = await mkdtemp(join(tmpdir(), 'cay-bench-objects-'))
  const settings = { ...poolOf(0), CAY_MAX_FROZEN_COPIES: '0' }
  try {
    return await withInstallation(settings, async (local) =>
      withInstallation(
        { ...settings, CAY_BLOBS_URL: `file://${objects}` },
        (stored) => measure(given, { local: local.api, stored }),
        'bench-stored',
      ),
    )
  } finally {
    await rm(objects, { recursive: true })
  }
}

async function measure(
  { turns, signal }: Measurement,
  { local, stored }: { readonly local: ControlApi; readonly stored: OwnInstallation },
): Promise<Partial<Measured>> {
  const samples = {
    local: [] as number[],
    stored: [] as number[],
    resumed: [] as number[],
    fetched: [] as number[],
  }
  for (let turn = -warmTurns; turn < turns; turn++) {
    signal.throwIfAborted()
    const onNode = await pauseAndResume(local)
    const inStore = await pauseAndResume(stored.api)
    const fetched = await pauseAndResume(stored.api, () => dropCopies(stored))
    if (turn < 0) continue
    samples.local.push(onNode.pauseMs)
    samples.stored.push(inStore.pauseMs)
    samples.resumed.push(inStore.resumeMs)
    samples.fetched.push(fetched.resumeMs)
  }
  return {
    figures: [
      { name: 'pause, on the disk', samples: samples.local },
      { name: 'pause, in the object store', samples: samples.stored, floor: samples.local },
      { name: 'resume after it, from the disk', samples: samples.resumed },
      {
        name: 'resume after it, fetched',
        samples: samples.fetched,
        floor: samples.resumed,
        ratioMax: fetchedRatioMax,
      },
    ],
    readings: [
      {
        name: 'what the object store adds to a pause',
        value: median(samples.stored) - median(samples.local),
        unit: 'ms',
        valueMax: addedMsMax,
      },
    ],
  }
}

/** The node's copies of what is paused: it has them only to be quicker. */
async function dropCopies({ dataDir }: OwnInstallation): Promise<void> {
  const { snapshots } = snapshotsLayout(dataDir)
  for (const name of await readdir(snapshots)) await rm(join(snapshots, name), { recursive: true })
}

async function pauseAndResume(api: ControlApi, whilePaused: () => Promise<void> = async () => undefined) {
  const { sandboxId } = await api.create()
  const pauseMs = await api.pause(sandboxId)
  await whilePaused()
  const resumeMs = await api.connect(sandboxId)
  await api.kill(sandboxId)
  return { pauseMs, resumeMs }
}
