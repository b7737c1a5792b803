import { parseSandboxId } from '@cay/core/ids.ts'
import { cutPage, decodeToken, type Page } from '@cay/core/page.ts'
import { describeSnapshot, parseSnapshotFilter, type SnapshotInfo } from '@cay/core/template/snapshot-name.ts'
import type { Team } from '../../ports/team.ts'
import type { Deps } from '../deps.ts'

export interface SnapshotRequest {
  readonly sandboxID?: string | undefined
  /** An alias or a template's id, with or without a tag. */
  readonly name?: string | undefined
  readonly nextToken?: string | undefined
  readonly limit: number
}

/** Lists the team's snapshots, newest template first, one item per template. Throws request_invalid. */
export async function listSnapshots(
  { store }: Pick<Deps, 'store'>,
  team: Team,
  { sandboxID, name, nextToken, limit }: SnapshotRequest,
): Promise<Page<SnapshotInfo>> {
  const after = nextToken === undefined ? {} : { after: decodeToken(nextToken) }
  const ofSandbox = sandboxID === undefined ? {} : { sandboxId: parseSandboxId(sandboxID) }
  const named = name === undefined ? {} : parseSnapshotFilter(name, team.slug)
  if (named === undefined) return { items: [] }
  const found = await store.listSnapshots({
    teamId: team.teamId,
    teamSlug: team.slug,
    ...ofSandbox,
    ...named,
    ...after,
    limit: limit + 1,
  })
  const page = cutPage(found, limit, ({ createdAtMs, templateId }) => ({ atMs: createdAtMs, id: templateId }))
  return { ...page, items: page.items.map((snapshot) => describeSnapshot(snapshot, team.slug)) }
}
