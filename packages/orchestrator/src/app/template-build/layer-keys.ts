/** What layers and images are found again by. Equal keys were made from the same. */
import { createHash } from 'node:crypto'
import type { StepSpec } from '@cay/core/template/build-steps.ts'
import type { Resources } from '../../ports/container.ts'

/** Raised when the way something is made changes although its ingredients do not. */
const procedureVersion = 3

/** `origin` says what it is of: an image's digest, a build. */
export function baseKey(origin: readonly string[], resources: Resources): string {
  const { cpuCount, memoryMb, diskSizeMb } = resources
  return digestOf(['base', procedureVersion, ...origin, cpuCount, memoryMb, diskSizeMb])
}

/** The key after a step, from the one before it. */
export function stepKey(before: string, { type, args, filesHash }: StepSpec): string {
  return digestOf(['step', before, type.toUpperCase(), args, filesHash])
}

/** Of a root file system made of an image, which no size of a sandbox goes into. */
export function imageKey(digest: string, partsKey: string): string {
  return digestOf(['image', procedureVersion, digest, partsKey])
}

export function resultKey(parts: readonly unknown[]): string {
  return digestOf(['result', procedureVersion, ...parts])
}

/** 32 hexadecimal digits. A JSON list keeps the parts apart. */
function digestOf(parts: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
}
