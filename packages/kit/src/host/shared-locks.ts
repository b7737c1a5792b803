/**
 * Whether locks of a directory hold between the machines that share it. Each node keeps a file in it locked and renews its time, and
 * another machine tries to lock that file: it must fail while the file is being renewed.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { ignoreMissing } from './errno.ts'
import { acquireBeatingLock, acquireLock, type BeatingLock } from './lock-file.ts'

const subdirectory = '.cay-nodes'
const usualBeatMs = 10_000
/** A file that was not renewed for so many beats has no holder any more. */
const aliveBeats = 3
const pollsPerBeat = 20

/** Of this machine until it reboots. */
export async function readBootId(): Promise<string> {
  return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim()
}

export interface LockKeeper {
  readonly directory: string
  /** Unique among those that share the directory. */
  readonly nodeId: string
  readonly bootId: string
  /** Absent: ten seconds. */
  readonly beatMs?: number
}

/** Keeps the lock until it is stopped or this process ends. A directory that does not respond delays nothing but the lock. */
export function keepSharedLock({ directory, nodeId, bootId, beatMs = usualBeatMs }: LockKeeper): {
  stop(): Promise<void>
} {
  let lock: BeatingLock | undefined
  let isTaking = false
  let isStopped = false
  const take = async () => {
    await mkdir(`${directory}/${subdirectory}`, { recursive: true })
    const taken = await acquireBeatingLock(`${directory}/${subdirectory}/${nodeId}`, bootId)
    if (isStopped) return await taken?.release()
    lock = taken
    void taken?.ended.then(() => {
      lock = undefined
    })
  }
  const tick = () => {
    if (lock !== undefined) return lock.beat()
    if (isTaking) return
    isTaking = true
    // The next turn tries again: the directory may be away for a while, or a former holder is about to end.
    void take()
      .catch(() => undefined)
      .finally(() => {
        isTaking = false
      })
  }
  tick()
  const timer = setInterval(tick, beatMs)
  timer.unref()
  return {
    async stop() {
      isStopped = true
      clearInterval(timer)
      await lock?.release()
    },
  }
}

export interface SharedLocks {
  /** Nodes on other machines that keep this one out, as they should. */
  readonly held: readonly string[]
  /** Nodes on other machines that are alive, and whose locks this machine could take. */
  readonly broken: readonly string[]
}

/** `trial` is a file of the caller's in the same file system, whose times have the same clock. */
export async function trySharedLocks(
  { directory, bootId, beatMs = usualBeatMs }: Omit<LockKeeper, 'nodeId'>,
  trial: string,
): Promise<SharedLocks> {
  const names = (await readdir(`${directory}/${subdirectory}`).catch(ignoreMissing)) ?? []
  const outcomes = await Promise.all(
    names.map(async (name) => ({
      name,
      outcome: await tryOne(`${directory}/${subdirectory}/${name}`, {
        bootId,
        beatMs,
        trial: `${trial}-${name}`,
      }),
    })),
  )
  const withOutcome = (wanted: string) =>
    outcomes.flatMap(({ name, outcome }) => (outcome === wanted ? [name] : [])).toSorted()
  return { held: withOutcome('held'), broken: withOutcome('broken') }
}

type Outcome = 'held' | 'broken' | 'own' | 'silent'

async function tryOne(
  path: string,
  { bootId, beatMs, trial }: { readonly bootId: string; readonly beatMs: number; readonly trial: string },
): Promise<Outcome> {
  if ((await readFile(path, 'utf8')).trim() === bootId) return 'own'
  const lock = await acquireLock(path)
  if (lock === undefined) return 'held'
  await lock.release()
  const { mtimeMs } = await stat(path)
  await writeFile(trial, '')
  const ageMs = (await stat(trial)).mtimeMs - mtimeMs
  if (ageMs > aliveBeats * beatMs) return 'silent'
  // It may have ended a moment ago, or it is renewed again, and somebody had the lock when it was ours.
  for (let turn = 0; turn < aliveBeats * pollsPerBeat; turn++) {
    await sleep(beatMs / pollsPerBeat)
    if ((await stat(path)).mtimeMs !== mtimeMs) return 'broken'
  }
  return 'silent'
}
