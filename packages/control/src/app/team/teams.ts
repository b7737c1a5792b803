/** Operator actions on teams. */
import { randomUUID } from 'node:crypto'
import { isServiceError, ServiceError } from '@cay/core/errors.ts'
import { parseNodeLabels } from '@cay/core/placement/node-labels.ts'
import { statesShownAs } from '@cay/core/sandbox/state.ts'
import { noLimits, type TeamLimits, type Usage } from '@cay/core/team/quotas.ts'
import { parseSlug } from '@cay/core/team/slug.ts'
import { Semaphore } from '@cay/kit/flow/semaphore.ts'
import type { Store } from '../../ports/store.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'
import { type CreatedKey, createApiKey, type KeyDeps } from '../key/api-keys.ts'
import { onlyNode } from '../node/nodes.ts'
import { type KillDeps, killSandbox } from '../sandbox/kill-sandbox.ts'

export interface CreatedTeam {
  readonly team: Team
  readonly firstKey: CreatedKey
}

/** Throws request_invalid, already_exists. */
export async function createTeam(
  deps: KeyDeps,
  { slug, name }: { slug: string; name: string | undefined },
): Promise<CreatedTeam> {
  const team = { teamId: randomUUID(), slug: parseSlug(slug), name: name ?? slug }
  if (!(await deps.store.addTeam(team, deps.clock.nowMs())))
    throw new ServiceError('already_exists', `team '${slug}' already exists`)
  return { team, firstKey: await createApiKey(deps, team, { name: 'first key', scope: 'full' }) }
}

/** The team's usage that counts against its limits now. */
export function teamUsage({ store, clock }: Pick<Deps, 'store' | 'clock'>, { teamId }: Team): Promise<Usage> {
  return store.teamUsage(teamId, { nowMs: clock.nowMs(), without: [] })
}

/** Throws not_found. */
export async function findTeam(store: Store, teamId: string): Promise<Team> {
  const team = await store.findTeam(teamId)
  if (team === undefined) throw new ServiceError('not_found', `team '${teamId}' not found`)
  return team
}

/**
 * Limits that are not given stay unchanged. Limits apply to new requests: running sandboxes are not ended. Throws
 * not_found.
 */
export async function setTeamLimits(
  { store }: Pick<Deps, 'store'>,
  teamId: string,
  change: Partial<TeamLimits>,
): Promise<Team> {
  const team = await findTeam(store, teamId)
  const set = await store.setTeamLimits(teamId, { ...noLimits, ...team.limits, ...change })
  return set ?? team
}

/** What is on other nodes stays there. Throws not_found, request_invalid, conflict on a single machine. */
export async function setTeamNodeLabels(
  { store, nodeRegistry }: Pick<Deps, 'store' | 'nodeRegistry'>,
  teamId: string,
  labels: readonly string[],
): Promise<Team> {
  const team = await findTeam(store, teamId)
  if (!nodeRegistry.isCluster) throw onlyNode()
  return (await store.setTeamNodeLabels(teamId, parseNodeLabels(labels))) ?? team
}

/** Maximum number of concurrent kills. */
const killsAtOnce = 20
/** Number of sandboxes per read from the store. */
const pageSize = 1000

export interface Killed {
  readonly killedCount: number
  readonly failedCount: number
}

/** Each kill succeeds or fails on its own. A sandbox that ended by itself in the meantime is not counted. */
export async function killTeamSandboxes(deps: KillDeps, team: Team, signal: AbortSignal): Promise<Killed> {
  const permits = new Semaphore(killsAtOnce)
  const ids = await visibleSandboxes(deps, team)
  const ends = await Promise.allSettled(
    ids.map((sandboxId) => permits.run(() => killSandbox(deps, { team, sandboxId }, signal))),
  )
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
  const isFailure = (reason: unknown) => !isServiceError(reason, 'sandbox_not_found')
  return {
    killedCount: ends.length - failures.length,
    failedCount: failures.filter(isFailure).length,
  }
}

async function visibleSandboxes(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { teamId }: Team,
): Promise<string[]> {
  const ids: string[] = []
  const query = {
    teamId,
    states: statesShownAs(['running', 'paused']),
    nowMs: clock.nowMs(),
    metadata: {},
    limit: pageSize,
  }
  for (let page = await store.listSandboxes(query); ; ) {
    ids.push(...page.map(({ sandboxId }) => sandboxId))
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return ids
    page = await store.listSandboxes({ ...query, after: { atMs: last.startedAtMs, id: last.sandboxId } })
  }
}
