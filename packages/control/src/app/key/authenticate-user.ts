import { ServiceError } from '@cay/core/errors.ts'
import { readGrants } from '@cay/core/team/grants.ts'
import type { Issuer, UserClaims } from '../../ports/issuer.ts'
import type { Deps } from '../deps.ts'
import type { Caller, User } from './caller.ts'

/** Throws credential_unknown, credential_expired, issuer_unavailable, forbidden for a user without a role. */
export async function authenticateUser(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  issuer: Issuer,
  token: string,
): Promise<User> {
  const claims = await issuer.verify(token, clock.nowMs())
  const grants = readGrants(claims, issuer.settings.claim)
  const teams = await store.findTeamsBySlug(grants.map(({ slug }) => slug))
  const bySlug = new Map(teams.map((team) => [team.slug, team]))
  const granted = grants.flatMap(({ slug, role }) => {
    const team = bySlug.get(slug)
    return team === undefined ? [] : [{ team, scope: role }]
  })
  if (granted.length === 0)
    throw new ServiceError(
      'forbidden',
      `you have no role in a team here: '${issuer.settings.claim}' of your token has no text cay:TEAM:ROLE with a team of this installation and the role admin, member or read-only`,
    )
  return { subject: `${issuer.settings.issuer} ${claims.sub}`, name: nameOf(claims), teams: granted }
}

/** Printable, because it stands in logs and lists. */
export function nameOf({ sub, email }: UserClaims): string {
  const name = typeof email === 'string' && email !== '' ? email : sub
  return name.replaceAll(/[^!-~]/g, '_').slice(0, 100)
}

/** The team of that id, or the first. Throws forbidden. */
export function chooseTeam(user: User, teamId: string | undefined): Caller {
  const chosen =
    teamId === undefined || teamId === ''
      ? user.teams[0]
      : user.teams.find(({ team }) => team.teamId === teamId || team.slug === teamId)
  if (chosen === undefined) throw new ServiceError('forbidden', 'you have no role in this team')
  return { ...chosen, keyId: `user:${user.name}`, keyExpiresAtMs: null, user }
}
