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
  const { settings } = issuer
  return {
    subject: `${settings.issuer} ${claims.sub}`,
    actor: actorOf(settings.issuer, claims),
    name: nameOf(claims),
    teams: granted,
  }
}

const nameLengthMax = 100

/** For people. Users of many providers can give any address as theirs, so one that was not verified names nobody. */
export function nameOf(claims: UserClaims): string {
  return printable(verifiedAddress(claims) ?? claims.sub).slice(0, nameLengthMax)
}

/**
 * `user:ISSUER SUBJECT`, and the address when the provider has verified it. Issuer and subject say who it was, whatever
 * address the user has now.
 */
function actorOf(issuer: string, claims: UserClaims): string {
  const address = verifiedAddress(claims)
  const named = address === undefined ? '' : ` ${printable(address).slice(0, nameLengthMax)}`
  return `user:${issuer} ${printable(claims.sub)}${named}`
}

function verifiedAddress({ email, email_verified: isVerified }: UserClaims): string | undefined {
  return typeof email === 'string' && email !== '' && isVerified === true ? email : undefined
}

/** Without spaces and control characters, because it stands in logs and lists; different texts stay different. */
function printable(text: string): string {
  return text.replaceAll(/[^!-$&-~]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** The team of that id, or the first. Throws forbidden. */
export function chooseTeam(user: User, teamId: string | undefined): Caller {
  const chosen =
    teamId === undefined || teamId === ''
      ? user.teams[0]
      : user.teams.find(({ team }) => team.teamId === teamId || team.slug === teamId)
  if (chosen === undefined) throw new ServiceError('forbidden', 'you have no role in this team')
  return { ...chosen, keyId: user.actor, keyExpiresAtMs: null, user }
}
