/** Teams and keys from the command line. Each returns the text to print. */
import { readFile } from 'node:fs/promises'
import { changeNodeLabels } from '@cay/core/placement/node-labels.ts'
import { parseLabels } from '../../dialect/node/node-responses.ts'
import { fieldIn, listOf, numberIn, textIn } from '../../dialect/output/fields.ts'
import { type Columns, type ListView, orDash, renderList } from '../../dialect/output/table.ts'
import {
  keyColumns,
  parseKeys,
  parseMadeKey,
  parseTeams,
  type ShownTeam,
  teamColumns,
} from '../../dialect/team/team-responses.ts'
import type { ControlApi } from '../../ports/control-api.ts'

export async function readAdminToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new Error(`no admin token can be read in ${file}: run this as root, after the first \`cay up\``, {
      cause,
    })
  }
}

export async function listTeams(admin: ControlApi, view: ListView): Promise<string> {
  return renderList(await teamsOf(admin), teamColumns, view)
}

/** Only the key, so that a script can take it. */
export async function createTeam(
  admin: ControlApi,
  { slug, name }: { slug: string; name: string | undefined },
): Promise<string> {
  const body = { slug, ...(name === undefined ? {} : { name }) }
  const made = await admin.request({ method: 'POST', path: '/admin/teams', body })
  return parseMadeKey(fieldIn(made, 'apiKey'))
}

/** One kind of limit. */
interface ShownLimit {
  readonly name: string
  /** Null: as much as there is. */
  readonly limit: number | null
  readonly inUse: number | null
}

const limitColumns: Columns<ShownLimit> = {
  head: ['LIMIT', 'AT MOST', 'IN USE'],
  row: ({ name, limit, inUse }) => [name, String(limit ?? 'none'), orDash(inUse)],
}

/** Limits by the names of the API; null takes one away. Without any the present ones are shown, beside what is in use. */
export async function limitTeam(
  admin: ControlApi,
  { slug, limits }: { slug: string; limits: Readonly<Record<string, number | null>> },
  view: ListView,
): Promise<string> {
  const { teamId } = await teamNamed(admin, slug)
  const path = `/admin/teams/${teamId}`
  const team = await admin.request({ method: 'PATCH', path, body: limits })
  const present = fieldIn(team, 'limits')
  const shown = Object.keys(present ?? {}).map((name) => ({
    name,
    limit: numberIn(present, name),
    inUse: numberIn(fieldIn(team, 'usage'), name),
  }))
  return renderList(shown, limitColumns, view)
}

/** Labels that nodes need for its sandboxes; without changes they are only shown: each on a line. */
export async function labelTeam(
  admin: ControlApi,
  slug: string,
  changes: readonly string[],
): Promise<string> {
  const teams = await admin.request({ method: 'GET', path: '/admin/teams' })
  const { teamId } = await teamNamed(admin, slug)
  const team = listOf(teams, 'teams').find((one) => textIn(one, 'teamID') === teamId)
  const present = parseLabels(team, 'nodeLabels')
  if (changes.length === 0) return present.join('\n')
  const nodeLabels = changeNodeLabels(present, changes)
  await admin.request({ method: 'PATCH', path: `/admin/teams/${teamId}`, body: { nodeLabels } })
  return nodeLabels.join('\n')
}

/** The API with the team's key or with the credential of the operator: the request decides which one is needed. */
export interface EitherApi {
  readonly own: () => Promise<ControlApi>
  readonly admin: () => Promise<ControlApi>
}

export interface NewKey {
  readonly name: string
  readonly scope: string
  /** Slug; undefined: the team of the key that the command shows. */
  readonly team: string | undefined
  /** From then on it is refused; undefined: never. Milliseconds since 1970. */
  readonly expiresAtMs: number | undefined
}

/** Only the key, so that a script can take it. */
export async function createKey(
  access: EitherApi,
  { name, scope, team, expiresAtMs }: NewKey,
): Promise<string> {
  const expiry = expiresAtMs === undefined ? {} : { expiresAt: new Date(expiresAtMs).toISOString() }
  const body = { name, scope, ...expiry }
  if (team === undefined)
    return parseMadeKey(await (await access.own()).request({ method: 'POST', path: '/api-keys', body }))
  const admin = await access.admin()
  const { teamId } = await teamNamed(admin, team)
  const path = `/admin/teams/${teamId}/api-keys`
  return parseMadeKey(await admin.request({ method: 'POST', path, body }))
}

export async function listKeys(own: ControlApi, view: ListView): Promise<string> {
  return renderList(parseKeys(await own.request({ method: 'GET', path: '/api-keys' })), keyColumns, view)
}

export async function renameKey(own: ControlApi, keyId: string, name: string): Promise<string> {
  await own.request({ method: 'PATCH', path: pathOfKey(keyId), body: { name } })
  return keyId
}

export async function deleteKey(own: ControlApi, keyId: string): Promise<string> {
  await own.request({ method: 'DELETE', path: pathOfKey(keyId) })
  return keyId
}

const pathOfKey = (keyId: string) => `/api-keys/${encodeURIComponent(keyId)}`

async function teamsOf(admin: ControlApi): Promise<ShownTeam[]> {
  return parseTeams(await admin.request({ method: 'GET', path: '/admin/teams' }))
}

/** Throws when there is none of this slug. */
export async function teamNamed(admin: ControlApi, slug: string): Promise<ShownTeam> {
  const found = (await teamsOf(admin)).find((team) => team.slug === slug)
  if (found === undefined) throw new Error(`there is no team "${slug}": \`cay team list\` shows them`)
  return found
}
