/**
 * The manifest of a build: what it is and what it is bound to. A checkpoint of another runsc, other flags or a richer
 * processor would fail in odd ways at the restore; here it is told beforehand, in plain words.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { missingCpuFeatures } from '@cay/core/placement/cpu-features.ts'
import type { BuildFacts, NodeTraits, UserBuildFacts } from '../../ports/template.ts'
import {
  type Checks,
  firstWrongField,
  isCount,
  isDirectoryName,
  isFilledText,
  isGuestDefaults,
  isRecordOf,
  isRecordOfFiles,
  isResources,
  isText,
  isTextList,
  parseManifestText,
} from './manifest-fields.ts'

export const manifestFormatVersion = 1

export interface Manifest extends BuildFacts {
  readonly formatVersion: number
  /** Name below the build's directory -> size in bytes. A file that is gone or cut makes the build damaged. */
  readonly files: Readonly<Record<string, number>>
}

/** Throws ServiceError `precondition_failed` when the text is no manifest of this format. */
export function parseManifest(text: string): Manifest {
  return parseManifestText(text, { formatVersion: manifestFormatVersion, checks, refusal })
}

/**
 * Throws ServiceError `precondition_failed` when the build was made for other flags of runsc. They are Cay's own and part of how a
 * sandbox is kept in: files of a build from before they changed may be open to users whom nothing kept out then.
 */
export function refuseOtherFlags(
  { runtimeFlags: made }: Pick<NodeTraits, 'runtimeFlags'>,
  { runtimeFlags: used }: Pick<NodeTraits, 'runtimeFlags'>,
): void {
  const [before, now] = [made.join(' '), used.join(' ')]
  if (before !== now)
    throw refusal(
      `it was made with the runsc flags "${before}", this node uses "${now}"; it has to be built again`,
    )
}

/** Why this node cannot restore the checkpoint of the build; undefined when it can. */
export function foreignTo(
  manifest: Omit<NodeTraits, 'runtimeFlags'>,
  node: Omit<NodeTraits, 'runtimeFlags'>,
): string | undefined {
  if (manifest.runtimeVersion !== node.runtimeVersion)
    return `it was made by ${manifest.runtimeVersion}, this node has ${node.runtimeVersion}`
  const missing = missingCpuFeatures(manifest.cpuFeatures, node.cpuFeatures)
  return missing.length === 0 ? undefined : `this node's processor lacks ${missing.join(', ')}`
}

export function refusal(why: string, cause?: unknown): ServiceError {
  return new ServiceError('precondition_failed', `the template build cannot be used: ${why}`, { cause })
}

const checks: Checks<Manifest> = {
  formatVersion: isCount,
  templateId: isDirectoryName,
  buildId: isDirectoryName,
  alias: isText,
  resources: isResources,
  envdVersion: isFilledText,
  key: isFilledText,
  runtimeVersion: isFilledText,
  runtimeFlags: isTextList,
  cpuFeatures: isText,
  files: isRecordOfFiles(isCount),
  createdAtMs: isCount,
  starts: (value) => value === undefined || isRecordOf(isFilledText)(value),
  made: (value) => value === undefined || isUserBuildFacts(value),
}

function isUserBuildFacts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return firstWrongField<UserBuildFacts>(value, userBuildChecks) === undefined
}

function isBuildContext(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'user' in value &&
    isFilledText(value.user) &&
    'variables' in value &&
    isRecordOf(isText)(value.variables)
  )
}

const userBuildChecks: Checks<UserBuildFacts> = {
  teamId: isFilledText,
  rootfsKey: isFilledText,
  context: isBuildContext,
  startCommand: isText,
  readyCommand: isText,
  startContext: (value) => value === undefined || isBuildContext(value),
  defaults: (value) => value === undefined || isGuestDefaults(value),
  controlToken: isFilledText,
}
