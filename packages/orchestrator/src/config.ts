/** The orchestrator's settings; the only reader of its environment. */
import type { NodeBounds } from '@cay/core/placement/admission.ts'
import { type Environment, readInteger } from '@cay/kit/settings.ts'
import { slotsPerInstallation } from './dialect/slot-plan.ts'

export interface OrchestratorSettings {
  /** Containers kept ready per template. */
  readonly poolSize: number
  /** How long nobody must have used a sandbox before it is frozen; 0 freezes none. */
  readonly freezeAfterMs: number
  readonly bounds: NodeBounds
}

export function readOrchestratorSettings(env: Environment): OrchestratorSettings {
  const readMb = (variable: string, fallback: number) =>
    readInteger(env, variable, { fallback, min: 0, max: 2 ** 24 })
  return {
    poolSize: readInteger(env, 'CAY_POOL_SIZE', { fallback: 2, min: 0, max: 64 }),
    freezeAfterMs: readInteger(env, 'CAY_FREEZE_AFTER_SECONDS', { fallback: 3, min: 0, max: 86_400 }) * 1000,
    bounds: {
      sandboxesMax: readInteger(env, 'CAY_MAX_SANDBOXES', {
        fallback: slotsPerInstallation - 128,
        min: 0,
        max: slotsPerInstallation - 128,
      }),
      memoryReserveMb: readMb('CAY_MEMORY_RESERVE_MB', 512),
      diskReserveMb: readMb('CAY_DISK_RESERVE_MB', 1024),
    },
  }
}
