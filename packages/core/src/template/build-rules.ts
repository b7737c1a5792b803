/** Rules and defaults for a new template build. */
import { defaultResources, limits } from '@cay/contract/limits.ts'
import { ServiceError } from '../errors.ts'
import { isBuildId } from '../ids.ts'
import { defaultTag, parseTemplateReference } from './reference.ts'

export interface BuildRequest {
  readonly name?: string | undefined
  /** The field name in old clients. */
  readonly alias?: string | undefined
  readonly tags?: readonly string[] | undefined
  readonly cpuCount?: number | undefined
  readonly memoryMB?: number | undefined
  readonly minFreeDiskMb?: number | undefined
}

export interface CheckedBuild {
  readonly alias: string
  /** Without duplicates; `default` only when none was given. */
  readonly tags: readonly string[]
  readonly resources: { readonly cpuCount: number; readonly memoryMb: number; readonly diskSizeMb: number }
}

/** Throws request_invalid. */
export function checkBuild(request: BuildRequest, teamSlug: string): CheckedBuild {
  const name = request.name ?? request.alias ?? ''
  if (name === '') throw invalid('name is required')
  const { alias, tag } = parseName(name, teamSlug)
  const tags = [...(tag === undefined ? [] : [tag]), ...(request.tags ?? []).map(checkTag)]
  return {
    alias,
    tags: tags.length === 0 ? [defaultTag] : [...new Set(tags)],
    resources: {
      cpuCount: checkCpu(request.cpuCount ?? defaultResources.cpuCount),
      memoryMb: checkMemory(request.memoryMB ?? defaultResources.memoryMb),
      diskSizeMb: checkDisk(request.minFreeDiskMb ?? 0),
    },
  }
}

function parseName(input: string, teamSlug: string): { alias: string; tag: string | undefined } {
  const reference = parseReference(input)
  const { namespace, name, tag, text } = reference
  if (namespace !== undefined && namespace !== teamSlug)
    throw invalid(`Invalid name: namespace '${namespace}' is not that of your team ('${teamSlug}')`)
  return { alias: name, tag: text.includes(':') ? checkTag(tag) : undefined }
}

function parseReference(input: string) {
  try {
    return parseTemplateReference(input)
  } catch (cause) {
    throw new ServiceError(
      'request_invalid',
      `Invalid name '${input.slice(0, 80)}': it must be [namespace/]alias[:tag]`,
      { cause },
    )
  }
}

/** Returns the normalized tag. Throws request_invalid. */
export function checkTag(input: string): string {
  const tag = input.trim().toLowerCase()
  if (!/^[a-z0-9_.-]{1,128}$/.test(tag) || isBuildId(tag))
    throw invalid(`Invalid tag '${input.slice(0, 80)}'`)
  return tag
}

function checkCpu(count: number): number {
  if (count > limits.cpuCountMax) throw invalid(`CPU count must be at most ${limits.cpuCountMax}`)
  if (count !== 1 && count % 2 !== 0) throw invalid('CPU count must be 1 or an even number')
  return count
}

function checkMemory(mb: number): number {
  if (mb > limits.memoryMbMax) throw invalid(`Memory can't be higher than ${limits.memoryMbMax} MiB`)
  if (mb % 2 !== 0) throw invalid('Memory must be divisible by 2')
  return mb
}

/** The size applies to the writable layer alone: the template's content does not count. */
function checkDisk(minFreeMb: number): number {
  if (minFreeMb > limits.diskSizeMbMax)
    throw invalid(`Free disk can't be higher than ${limits.diskSizeMbMax} MiB`)
  return Math.max(minFreeMb, defaultResources.diskSizeMb)
}

function invalid(message: string): ServiceError {
  return new ServiceError('request_invalid', message)
}
