/** Teams and keys from the command line. Each returns the text to print. */
import { readFile } from 'node:fs/promises'
import { headers } from '@cay/contract/names.ts'
import { fieldIn, numberIn } from '../dialect/fields.ts'
import { type Columns, type ListView, orDash, renderList } from '../dialect/table.ts'
import {
  keyColumns,
  parseKeys,
  parseMadeKey,
  parseTeams,
  type ShownTeam,
  teamColumns,
} from '../dialect/team-responses.ts'
import { type ApiRequest, type ControlAccess, requestControl } from '../edge/control-client.ts'

/** With the operator's credential. */
export interface AdminAccess {
  readonly url: string
  readonly adminToken: string
}

export async function readAdminToken(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (cause) {
    throw new Error(`no admin token can be read in ${file}: run this as root, after the first \`cay up\``, {
      cause,
    })
  }
}

export async function listTeams(access: AdminAccess, view: ListView): Promise<string> {
  return renderList(await teamsOf(access), teamColumns, view)
}

/** Only the key, so that a script can take it. */
export async function createTeam(
  access: AdminAccess,
  { slug, name }: { slug: string; name: string | undefined },
): Promise<string> {
  const body = { slug, ...(name === undefined ? {} : { name }) }
  const made = await asAdmin(access, { method: 'POST', path: '/admin/teams', body })
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
  access: AdminAccess,
  { slug, limits }: { slug: string; limits: Readonly<Record<string, number | null>> },
  view: ListView,
): Promise<string> {
  const { teamId } = await teamNamed(access, slug)
  const path = `/admin/teams/${teamId}`
  const team = await asAdmin(access, { method: 'PATCH', path, body: limits })
  const present = fieldIn(team, 'limits')
  const shown = Object.keys(present ?? {}).map((name) => ({
    name,
    limit: numberIn(present, name),
    inUse: numberIn(fieldIn(team, 'usage'), name),
  }))
  return renderList(shown, limitColumns, view)
}

export interface NewKey {
  readonly name: string
  readonly scope: string
  /** Slug; undefined: the team of the key that the command shows. */
  readonly team: string | undefined
}

/** Only the key, so that a script can take it. */
export async function createKey(
  access: { own: () => Promise<ControlAccess>; admin: () => Promise<AdminAccess> },
  { name, scope, team }: NewKey,
): Promise<string> {
  const body = { name, scope }
  if (team === undefined)
    return parseMadeKey(await asTeam(await access.own(), { method: 'POST', path: '/api-keys', body }))
  const admin = await access.admin()
  const { teamId } = await teamNamed(admin, team)
  return parseMadeKey(await asAdmin(admin, { method: 'POST', path: `/admin/teams/${teamId}/api-keys`, body }))
}

export async function listKeys(access: ControlAccess, view: ListView): Promise<string> {
  return renderList(parseKeys(await asTeam(access, { method: 'GET', path: '/api-keys' })), keyColumns, view)
}

export async function renameKey(access: ControlAccess, keyId: string, name: string): Promise<string> {
  await asTeam(access, { method: 'PATCH', path: pathOfKey(keyId), body: { name } })
  return keyId
}

export async function deleteKey(access: ControlAccess, keyId: string): Promise<string> {
  await asTeam(access, { method: 'DELETE', path: pathOfKey(keyId) })
  return keyId
}

const pathOfKey = (keyId: string) => `/api-keys/${encodeURIComponent(keyId)}`

async function teamsOf(access: AdminAccess): Promise<ShownTeam[]> {
  return parseTeams(await asAdmin(access, { method: 'GET', path: '/admin/teams' }))
}

/** Throws when there is none of this slug. */
export async function teamNamed(access: AdminAccess, slug: string): Promise<ShownTeam> {
  const found = (await teamsOf(access)).find((team) => team.slug === slug)
  if (found === undefined) throw new Error(`there is no team "${slug}": \`cay team list\` shows them`)
  return found
}

function asTeam(access: ControlAccess, request: ApiRequest): Promise<unknown> {
  return requestControl(access, { [headers.apiKey]: access.apiKey }, request)
}

function asAdmin(access: AdminAccess, request: ApiRequest): Promise<unknown> {
  return requestControl(access, { [headers.adminToken]: access.adminToken }, request)
}
