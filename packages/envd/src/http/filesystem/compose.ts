/** POST /files/compose: concatenates several files into one. */

import { ServiceError } from '@cay/core/errors.ts'
import { composeFiles } from '../../app/filesystem/compose-files.ts'
import type { EntryDeps } from '../../app/filesystem/entry.ts'
import type { UserDeps } from '../../app/identity/select-user.ts'
import { readJson } from '../json-body.ts'
import { type Exchange, respondJson } from '../respond.ts'
import { userCalled, userPath } from './file-caller.ts'

export async function handleCompose(deps: EntryDeps & UserDeps, exchange: Exchange): Promise<void> {
  const body = await readJson(exchange)
  const user = userCalled(deps, textOf(body, 'username'))
  const sources = sourcesOf(body)
  const destination = textOf(body, 'destination')
  if (destination === undefined || destination === '') {
    throw new ServiceError('request_invalid', 'destination is required')
  }
  const { name, path, metadata } = await composeFiles(deps, {
    sources: sources.map((source) => userPath(deps, user, source)),
    destination: userPath(deps, user, destination),
    owner: user,
  })
  const hasMetadata = Object.keys(metadata).length > 0
  respondJson(exchange.response, 200, { name, path, type: 'file', ...(hasMetadata ? { metadata } : {}) })
}

function sourcesOf(body: Record<string, unknown>): string[] {
  const { source_paths: sources } = body
  const isList = Array.isArray(sources) && sources.every((source) => typeof source === 'string')
  if (!isList) throw new ServiceError('request_invalid', 'source_paths must be a list of strings')
  if (sources.length === 0) throw new ServiceError('request_invalid', 'source_paths is empty')
  return sources
}

function textOf(body: Record<string, unknown>, field: string): string | undefined {
  const value = body[field] ?? undefined
  if (value === undefined || typeof value === 'string') return value
  throw new ServiceError('request_invalid', `${field} must be a string`)
}
