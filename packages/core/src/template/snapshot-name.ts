/**
 * The names of snapshots: a named one is `<team>/<alias>:<tag>`, an unnamed one is `<template id>:default`; in both
 * forms this is its id. Its listed names have the namespace and the tag too; an unnamed one has none.
 */
import { ServiceError } from '../errors.ts'
import { isBuildId } from '../ids.ts'
import { defaultTag, parseTemplateReference } from './reference.ts'

export interface SnapshotName {
  readonly alias: string
  readonly tag: string
}

/** Throws request_invalid, also for a name in another team's namespace and for a tag that looks like a build's id. */
export function parseSnapshotName(input: string, teamSlug: string): SnapshotName {
  const { namespace, name, tag } = parseTemplateReference(input)
  if (namespace !== undefined && namespace !== teamSlug)
    throw invalid(`namespace '${namespace}' is not that of your team ('${teamSlug}')`)
  if (isBuildId(tag)) throw invalid('a tag must not be a build id')
  return { alias: name, tag }
}

export interface SnapshotInfo {
  readonly snapshotId: string
  readonly names: readonly string[]
}

export interface Snapshot {
  readonly templateId: string
  /** Null for an unnamed snapshot. */
  readonly alias: string | null
  readonly tag: string
}

export function describeSnapshot({ templateId, alias, tag }: Snapshot, teamSlug: string): SnapshotInfo {
  if (alias === null) return { snapshotId: `${templateId}:${tag}`, names: [] }
  const name = `${teamSlug}/${alias}:${tag}`
  return { snapshotId: name, names: [name] }
}

export interface SnapshotFilter {
  readonly name: string
  /** Absent: any tag. */
  readonly tag?: string
}

/**
 * Parses the name filter of a list: an alias or a template's id. Undefined when no snapshot of this team can match.
 * Throws request_invalid.
 */
export function parseSnapshotFilter(input: string, teamSlug: string): SnapshotFilter | undefined {
  const { text, namespace, name, tag } = parseTemplateReference(input)
  if (namespace !== undefined && namespace !== teamSlug) return undefined
  return text.endsWith(`:${defaultTag}`) || tag !== defaultTag ? { name, tag } : { name }
}

function invalid(message: string): ServiceError {
  return new ServiceError('request_invalid', `invalid snapshot name: ${message}`)
}
