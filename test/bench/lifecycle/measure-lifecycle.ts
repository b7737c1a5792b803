/** The speed table of what happens to a sandbox, each line against a bare runsc doing the same in the same run. */

import { joined, type Measured, type Measurement } from '../measured.ts'
import { poolOf, withInstallation } from '../own-installation.ts'
import { measureFromPool, measureWithoutPool } from './creates.ts'
import { measureDocker } from './docker-run.ts'
import { measureIdleCost, measureManyIdle } from './idle.ts'
import { measureIdleSwap } from './idle-swap.ts'
import { measureModes } from './modes.ts'
import { measureStoredPause } from './stored.ts'
import { measureColdResume, measureForks, measureQuickResume } from './verbs.ts'

/** Ready sandboxes where a figure wants the pool full before each create. */
const steadyPool = 4

/** What can be measured by itself, in the order in which it is. */
export const lifecycleParts = ['pool', 'creates', 'verbs', 'stored', 'modes', 'idle', 'docker'] as const
export type LifecyclePartName = (typeof lifecycleParts)[number]

const parts: Readonly<Record<LifecyclePartName, (given: Measurement) => Promise<Partial<Measured>>>> = {
  pool: (given) =>
    withInstallation(poolOf(steadyPool), (own) => measureFromPool({ ...given, own }, steadyPool)),
  creates: (given) => withInstallation(poolOf(0), (own) => measureWithoutPool({ ...given, own })),
  verbs: async (given) => {
    const cold = await withInstallation({ ...poolOf(0), CAY_MAX_FROZEN_COPIES: '0' }, async (own) => {
      const part = { ...given, own }
      return joined([await measureColdResume(part), await measureForks(part)])
    })
    return joined([cold, await withInstallation(poolOf(0), (own) => measureQuickResume({ ...given, own }))])
  },
  stored: measureStoredPause,
  modes: (given) => withInstallation({}, (own) => measureModes({ ...given, own })),
  idle: async (given) =>
    joined([
      await withInstallation({}, (own) => measureIdleCost({ ...given, own })),
      await measureIdleSwap(given),
      await withInstallation(poolOf(steadyPool), (own) => measureManyIdle({ ...given, own }, steadyPool)),
    ]),
  docker: measureDocker,
}

export async function measureLifecycle(
  given: Measurement,
  names: readonly LifecyclePartName[],
): Promise<Measured> {
  const measured: Partial<Measured>[] = []
  for (const name of lifecycleParts.filter((one) => names.includes(one))) {
    given.tell(`      ${name}`)
    measured.push(await parts[name](given))
  }
  return joined(measured)
}

export const insideLifecycleFigures = `
  R, K, R_n           the bare runtime: one restore up to the first answer, one checkpoint, n restores at once.
  + first output      \`Sandbox.create\` and \`commands.run('echo ready')\` of the official client, up to the first output.
  pause               POST /sandboxes/ID/pause up to the 204: the snapshot is on disk.
  in the object store the same, and every object and its record are there; beside it in turns.
  resume              POST /sandboxes/ID/connect up to the 201.
  fetched             the same, after the node's copy of the snapshot was removed.
  fork                POST /sandboxes/ID/fork up to the 201; K + R_n is one checkpoint and as many restores at once.
  idle sandbox        a command was run in it and has ended, nobody is connected: its cgroup, over 30 s.`
