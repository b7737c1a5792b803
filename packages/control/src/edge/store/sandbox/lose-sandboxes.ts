/** Sandboxes of a node that is given up, and paused ones that need no node. */
import { decideLoss } from '@cay/core/sandbox/decide-loss.ts'
import type { State } from '@cay/core/sandbox/state.ts'
import { endEventOf, transitionOf } from '@cay/core/sandbox/transition.ts'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { NodeStore } from '../../../ports/cluster-node.ts'
import type { SandboxDecision, SandboxRecord } from '../../../ports/sandbox.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import type { RecordActivity } from '../team/team-activity.ts'
import { releaseVolumesOf } from '../volume/attachments.ts'
import { toRecord, writeDecision } from './sandboxes.ts'

/** A literal, so that the partial index of sandboxes by node applies. */
const ended = sql.lit<State>('ended')

interface LoseTools {
  readonly locks: RowLocks
  readonly recordActivity: RecordActivity
}

export function createLossStore(
  db: Kysely<Tables>,
  tools: LoseTools,
): Pick<NodeStore, 'loseNode' | 'detachStored'> {
  return {
    loseNode: (nodeId, incarnation, nowMs) =>
      db.transaction().execute(async (transaction) => {
        const node = await transaction
          .updateTable('nodes')
          .set({ incarnation: incarnation + 1, lost_at_ms: nowMs, follower_id: null, follower_until_ms: 0 })
          .where('node_id', '=', nodeId)
          .where('incarnation', '=', incarnation)
          .where('lost_at_ms', 'is', null)
          .returning('incarnation')
          .executeTakeFirst()
        if (node === undefined) return undefined
        await loseSandboxes(transaction, tools, { nodeId, nowMs })
        return node.incarnation
      }),

    async detachStored(nodeId) {
      const { numUpdatedRows } = await db
        .updateTable('sandboxes')
        .set({ node_id: null, origin_id: nodeId })
        .where('node_id', '=', nodeId)
        .where('state', '!=', ended)
        .where('state', '=', 'paused')
        .where('op', 'is', null)
        .where(({ exists, selectFrom }) =>
          exists(
            selectFrom('artifacts')
              .select('artifact_id')
              .whereRef('artifacts.sandbox_id', '=', 'sandboxes.sandbox_id')
              .where('kind', '=', 'pause')
              .where('artifacts.state', '=', 'stored'),
          ),
        )
        .executeTakeFirst()
      return Number(numUpdatedRows)
    },
  }
}

/** All rows are locked first, in the order of teams, in which the rows of teams are locked then. */
async function loseSandboxes(
  db: Transaction<Tables>,
  tools: LoseTools,
  { nodeId, nowMs }: { nodeId: string; nowMs: number },
): Promise<void> {
  const found = db
    .selectFrom('sandboxes')
    .selectAll('sandboxes')
    .where('node_id', '=', nodeId)
    .where('state', '!=', ended)
  const rows = (await tools.locks.sandbox(found).execute()).map(toRecord)
  await releaseVolumesOf(db, tools.locks, nodeId)
  const stored = await findStoredPauses(db, nodeId)
  rows.sort((a, b) => (a.teamId < b.teamId ? -1 : 1))
  for (const sandbox of rows) {
    const decision = decide(sandbox, { isStored: stored.has(sandbox.sandboxId), nodeId, nowMs })
    if (decision === 'discard')
      await db.deleteFrom('sandboxes').where('sandbox_id', '=', sandbox.sandboxId).execute()
    else await writeDecision(db, tools, sandbox, decision)
  }
}

async function findStoredPauses(db: Transaction<Tables>, nodeId: string): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('sandboxes')
    .innerJoin('artifacts', 'artifacts.sandbox_id', 'sandboxes.sandbox_id')
    .select('sandboxes.sandbox_id')
    .where('node_id', '=', nodeId)
    .where('sandboxes.state', '!=', ended)
    .where('kind', '=', 'pause')
    .where('artifacts.state', '=', 'stored')
    .execute()
  return new Set(rows.map(({ sandbox_id }) => sandbox_id))
}

interface Loss {
  readonly isStored: boolean
  readonly nodeId: string
  readonly nowMs: number
}

function decide(sandbox: SandboxRecord, { isStored, nodeId, nowMs }: Loss): SandboxDecision | 'discard' {
  const outcome = decideLoss(sandbox.state, isStored)
  const change = { operation: null, changedAtMs: nowMs }
  if (outcome.kind === 'discard') return 'discard'
  if (outcome.kind === 'keep') return { change }
  const event = outcome.kind === 'end' ? endEventOf(outcome.reason) : outcome.event
  const to = event === undefined ? undefined : transitionOf(sandbox.state, event)?.to
  const transition = event === undefined || to === undefined ? {} : { transition: { event, to, keyId: null } }
  if (outcome.kind === 'end')
    return { change: { ...change, endReason: outcome.reason, endedAtMs: nowMs }, ...transition }
  const endAtMs = Math.min(sandbox.endAtMs, nowMs)
  return { change: { ...change, nodeId: null, originId: nodeId, endAtMs }, ...transition }
}
