/**
 * The manifest of a snapshot: whose it is and what it is bound to. What does not fit is refused before a restore that
 * would fail in odd ways, in plain words. Holds the sandbox's secrets: for root only.
 */
import { ServiceError } from '@cay/core/errors.ts'
import { missingCpuFeatures } from '@cay/core/placement/cpu-features.ts'
import type { Engine } from '../../ports/container.ts'
import type { SnapshotFacts } from '../../ports/snapshot.ts'
import {
  type Checks,
  firstWrongField,
  isCount,
  isDigest,
  isDirectoryName,
  isFilledText,
  isGuestDefaults,
  isRecordOf,
  isRecordOfFiles,
  isResources,
  isText,
  isTextList,
  parseManifestText,
} from '../template/manifest-fields.ts'

export const snapshotFormatVersion = 1

/** Of a small file the content is known too; of the large ones only how long they are. */
export interface FileFacts {
  readonly bytes: number
  readonly crc32?: number
}

export interface SnapshotManifest extends SnapshotFacts {
  readonly formatVersion: number
  readonly cpuFeatures: string
  /** Name below the snapshot's directory -> what it was when it was written. */
  readonly files: Readonly<Record<string, FileFacts>>
  readonly diskBytes: number
}

/** Throws ServiceError `snapshot_damaged` when the text is no manifest of this format. */
export function parseSnapshotManifest(text: string): SnapshotManifest {
  return parseManifestText(text, { formatVersion: snapshotFormatVersion, checks, refusal: damaged })
}

export interface SnapshotHost {
  readonly cpuFeatures: string
  isEngineKept(sha256: string): boolean
}

/**
 * Throws ServiceError `precondition_failed` that says what of the node does not suit its memory, `snapshot_damaged` when what
 * made it is gone: the node keeps that as long as the snapshot. Files suit every node.
 */
export function checkRestorable(
  manifest: SnapshotManifest,
  node: SnapshotHost,
  { filesOnly = false } = {},
): void {
  const { kind, engine, cpuFeatures } = manifest
  if (kind === 'files') return
  if (!node.isEngineKept(engine?.sha256 ?? '')) {
    const made = `it was made by ${engine?.version ?? 'an unknown runsc'}`
    throw damaged(`${made}, of which this node has not kept the program ${engine?.sha256 ?? ''}`)
  }
  const missing = missingCpuFeatures(cpuFeatures, node.cpuFeatures)
  if (missing.length > 0 && !filesOnly) {
    const why = `this node's processor lacks ${missing.join(', ')}`
    throw unusable(`${why}; its files may still be had without its memory`)
  }
}

function unusable(why: string): ServiceError {
  return new ServiceError('precondition_failed', `the snapshot cannot be restored: ${why}`)
}

export function damaged(why: string, cause?: unknown): ServiceError {
  return new ServiceError('snapshot_damaged', `the snapshot is damaged: ${why}`, { cause })
}

const isEngine = (value: unknown) =>
  value === undefined ||
  (typeof value === 'object' && value !== null && firstWrongField(value, engineChecks) === undefined)
const isKind = (value: unknown) => value === 'memory' || value === 'files'
const engineChecks: Checks<Engine> = {
  program: isFilledText,
  sha256: isDigest,
  version: isFilledText,
  flags: isTextList,
}
const isOwner = (value: unknown) => value === 'sandbox' || value === 'caller'
const isFileFacts = (value: unknown) =>
  typeof value === 'object' &&
  value !== null &&
  'bytes' in value &&
  isCount(value.bytes) &&
  (!('crc32' in value) || isCount(value.crc32))

const checks: Checks<SnapshotManifest> = {
  formatVersion: isCount,
  snapshotId: isDirectoryName,
  kind: isKind,
  owner: isOwner,
  sandboxId: isDirectoryName,
  templateId: isDirectoryName,
  buildId: isDirectoryName,
  envdVersion: isFilledText,
  resources: isResources,
  envVars: isRecordOf(isText),
  controlToken: isFilledText,
  createdAtMs: isCount,
  defaults: (value) => value === undefined || isGuestDefaults(value),
  engine: isEngine,
  volumeCount: (value) => value === undefined || isCount(value),
  cpuFeatures: isText,
  files: isRecordOfFiles(isFileFacts),
  diskBytes: isCount,
}
