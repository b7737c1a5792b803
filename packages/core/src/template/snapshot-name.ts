/**
 * How snapshots are called. One with a name is `<team>/<alias>:<tag>`, one without is `<template id>:default`; in both
 * forms that is its id. Its names are full too, with the namespace and the tag; one without a name has none.
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
  /** Null when it was not given a name. */
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
 * What a list is asked for by name: an alias or a template's id. Undefined when nothing of this team can match. Throws
 * request_invalid.
 */
export function parseSnapshotFilter(input: string, teamSlug: string): SnapshotFilter | undefined {
  const { text, namespace, name, tag } = parseTemplateReference(input)
  if (namespace !== undefined && namespace !== teamSlug) return undefined
  return text.endsWith(`:${defaultTag}`) || tag !== defaultTag ? { name, tag } : { name }
}

function invalid(message: string): ServiceError {
  return new ServiceError('request_invalid', `invalid snapshot name: ${message}`)
}
