/** Header rules and proxy of a sandbox: validated, encrypted for the egress gateway, and shown to their owner. */
import type { components } from '@cay/contract/gen/control/api.js'
import { closedRangeOf } from '@cay/core/egress/closed-ranges.ts'
import { parseHeaderRules } from '@cay/core/egress/header-rules.ts'
import { parseAddress } from '@cay/core/egress/ipv4.ts'
import type { SealedRules } from '@cay/core/egress/lists.ts'
import { invalidProxy, parseProxy } from '@cay/core/egress/proxy-address.ts'
import { isServiceError } from '@cay/core/errors.ts'
import type { SandboxRecord } from '../../ports/sandbox.ts'
import type { Team } from '../../ports/team.ts'
import type { Outbound } from '../../ports/vault.ts'
import type { Deps } from '../deps.ts'

type Network = components['schemas']['SandboxNetworkConfig']

interface OutboundRequest {
  readonly rules?: Network['rules'] | undefined
  readonly egressProxy?: Network['egressProxy'] | undefined
}

/** Throws request_invalid, rate_limited. The proxy's name must resolve now, to public addresses. */
export async function checkProxy(
  { resolveHost }: Pick<Deps, 'resolveHost'>,
  { teamId }: Pick<Team, 'teamId'>,
  { egressProxy }: OutboundRequest,
): Promise<void> {
  if (egressProxy === undefined || egressProxy === null) return
  const { host } = parseProxy(egressProxy)
  const addresses =
    parseAddress(host) === undefined ? await resolveOrRefuse(resolveHost, host, teamId) : [host]
  for (const address of addresses) {
    const number = parseAddress(address)
    if (number === undefined || closedRangeOf(number) !== undefined)
      throw invalidProxy('address must not lead to a private or otherwise internal range')
  }
}

async function resolveOrRefuse(
  resolveHost: Deps['resolveHost'],
  host: string,
  teamId: string,
): Promise<readonly string[]> {
  const found = await resolveHost(host, teamId).catch((error: unknown) => {
    if (isServiceError(error)) throw error
    return []
  })
  if (found.length === 0) throw invalidProxy('address does not resolve to an IPv4 address')
  return found
}

/** Undefined when there is nothing to encrypt. Throws request_invalid for invalid rules. */
export function sealOutbound(
  { sealer }: Pick<Deps, 'sealer'>,
  teamId: string,
  request: OutboundRequest,
): SealedRules | undefined {
  const rules = parseHeaderRules(request.rules ?? {})
  const proxy = request.egressProxy ?? undefined
  if (rules.length === 0 && proxy === undefined) return undefined
  const outbound: Outbound = {
    ...(request.rules === undefined ? {} : { rules: request.rules }),
    ...(proxy === undefined ? {} : { egressProxy: proxy }),
  }
  return {
    ruleHosts: rules.map(({ pattern }) => pattern),
    hasProxy: proxy !== undefined,
    text: sealer.seal(JSON.stringify(outbound), purposeOf(teamId)),
  }
}

/** Throws when the text was not encrypted by this installation, or belongs to another team. */
export function openOutbound({ sealer }: Pick<Deps, 'sealer'>, teamId: string, text: string): Outbound {
  return JSON.parse(sealer.open(text, purposeOf(teamId))) as Outbound
}

/** The part that the owner may read again; the proxy's password is omitted. */
export function shownOutbound(deps: Pick<Deps, 'sealer'>, { teamId, egress }: SandboxRecord): Outbound {
  if (egress?.sealed === undefined) return {}
  const { rules, egressProxy } = openOutbound(deps, teamId, egress.sealed.text)
  const { address, username } = egressProxy ?? {}
  return {
    ...(rules === undefined ? {} : { rules }),
    ...(address === undefined
      ? {}
      : { egressProxy: { address, ...(username === undefined ? {} : { username }) } }),
  }
}

function purposeOf(teamId: string): string {
  return `rules of team ${teamId}`
}
