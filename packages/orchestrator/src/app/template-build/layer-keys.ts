/** The keys of cached layers and images: equal keys mean equal content. */
import { createHash } from 'node:crypto'
import type { StepSpec } from '@cay/core/template/build-steps.ts'
import type { Resources } from '../../ports/container.ts'

/** Increment it when the way layers or images are made changes. */
const procedureVersion = 3

/** `origin`: the digest of an image, or a build. */
export function baseKey(origin: readonly string[], resources: Resources): string {
  const { cpuCount, memoryMb, diskSizeMb } = resources
  return digestOf(['base', procedureVersion, ...origin, cpuCount, memoryMb, diskSizeMb])
}

/** The key behind a step, from the key before it. */
export function stepKey(before: string, { type, args, filesHash }: StepSpec): string {
  return digestOf(['step', before, type.toUpperCase(), args, filesHash])
}

/** The key of the root file system of an image, which does not depend on resources. */
export function imageKey(digest: string, partsKey: string): string {
  return digestOf(['image', procedureVersion, digest, partsKey])
}

export function resultKey(parts: readonly unknown[]): string {
  return digestOf(['result', procedureVersion, ...parts])
}

/** 32 hexadecimal digits. The parts are encoded as a JSON list, so that they stay apart. */
function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
