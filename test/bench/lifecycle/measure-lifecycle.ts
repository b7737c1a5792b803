/** The speed table of what happens to a sandbox, each line against a bare runsc doing the same in the same run. */
import { poolOf, withInstallation } from '../own-installation.ts'
import { measureFromPool, measureWithoutPool } from './creates.ts'
import { measureDocker } from './docker-run.ts'
import { measureIdleCost, measureManyIdle } from './idle.ts'
import { measureModes } from './modes.ts'
import type { LifecycleMeasurement, Measured } from './part.ts'
import { measureColdResume, measureForks, measureQuickResume } from './verbs.ts'

/** Ready sandboxes where a figure wants the pool full before each create. */
const steadyPool = 4

export async function measureLifecycle(given: LifecycleMeasurement): Promise<Measured> {
  const { tell } = given
  const parts: Partial<Measured>[] = []
  tell('      creates from a pool')
  parts.push(
    await withInstallation(poolOf(steadyPool), (own) => measureFromPool({ ...given, own }, steadyPool)),
  )
  tell('      creates without a pool, fork, pause, resume')
  parts.push(
    await withInstallation({ ...poolOf(0), CAY_MAX_FROZEN_COPIES: '0' }, async (own) => {
      const part = { ...given, own }
      return joined([await measureWithoutPool(part), await measureForks(part), await measureColdResume(part)])
    }),
  )
  parts.push(await withInstallation(poolOf(0), (own) => measureQuickResume({ ...given, own })))
  tell('      sequential, staggered, burst')
  parts.push(await withInstallation({}, (own) => measureModes({ ...given, own })))
  tell('      idle sandboxes')
  parts.push(await withInstallation({}, (own) => measureIdleCost({ ...given, own })))
  parts.push(
    await withInstallation(poolOf(steadyPool), (own) => measureManyIdle({ ...given, own }, steadyPool)),
  )
  tell('      docker run')
  parts.push(await measureDocker(given))
  return joined(parts)
}

function joined(parts: readonly Partial<Measured>[]): Measured {
  return {
    figures: parts.flatMap((part) => part.figures ?? []),
    readings: parts.flatMap((part) => part.readings ?? []),
    notes: parts.flatMap((part) => part.notes ?? []),
  }
}

export const insideLifecycleFigures = `
  R, K, R_n           the bare runtime: one restore up to the first answer, one checkpoint, n restores at once.
  + first output      \`Sandbox.create\` and \`commands.run('echo ready')\` of the official client, up to the first output.
  pause               POST /sandboxes/ID/pause up to the 204: the snapshot is on disk.
  resume              POST /sandboxes/ID/connect up to the 201.
  fork                POST /sandboxes/ID/fork up to the 201; K + R_n is one checkpoint and as many restores at once.
  idle sandbox        a command was run in it and has ended, nobody is connected: its cgroup, over 30 s.`
