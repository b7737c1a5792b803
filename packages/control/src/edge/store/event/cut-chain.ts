/**
 * Retention of the audit log. A cut is signed, and what it removes cannot be verified any more: so the events from the last cut
 * to the next one are verified before, and stay when they are not intact.
 */
import { hash } from 'node:crypto'
import type { LedgerMark } from '@cay/core/event/ledger.ts'
import {
  beginAt,
  type LedgerProblem,
  type LedgerVerdict,
  verifyEnd,
  verifyPage,
} from '@cay/core/event/verify-ledger.ts'
import type { Transaction } from 'kysely'
import type { MarkKey, Retention } from '../../../ports/event.ts'
import type { Tables } from '../schema.ts'
import { toEvent } from './event-row.ts'
import { addMark, lastMark, toMark } from './ledger-marks.ts'

/** Events that one transaction verifies and removes, unless a single head covers more. */
const perCutMax = 5_000
/** Events that are read together. */
const pageMax = 500

interface Pruning extends Retention {
  readonly key: MarkKey
}

interface Cut {
  readonly count: number
  /** More of this chain may have to go. */
  readonly isMore: boolean
  readonly problem?: LedgerProblem
}

/** Deletes events that retention does not keep from the beginning of a chain, up to one of its heads. */
export async function cutChain(db: Transaction<Tables>, teamId: string, pruning: Pruning): Promise<Cut> {
  const unchained = await deleteUnchained(db, teamId, pruning.beforeMs)
  const cut = await lastMark(db, teamId, 'cut')
  const lastSeq = await lastExpired(db, teamId, pruning)
  const head = await headToCutAt(db, { teamId, cut, lastSeq })
  if (head === undefined) return { count: unchained, isMore: false }
  const problem = await problemUntil(db, { cut, head }, pruning.key)
  if (problem !== undefined) return { count: unchained, isMore: false, problem }
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('team_id', '=', teamId)
    .where('seq', '<=', head.seq)
    .executeTakeFirst()
  await db.deleteFrom('ledger_marks').where('team_id', '=', teamId).where('seq', '<=', head.seq).execute()
  const { seq, hash } = head
  await addMark(db, { kind: 'cut', teamId, seq, hash, atMs: pruning.nowMs }, pruning.key.sign)
  return { count: unchained + Number(numDeletedRows), isMore: true }
}

/** Events of versions without a ledger are in no chain. */
async function deleteUnchained(db: Transaction<Tables>, teamId: string, beforeMs: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('team_id', '=', teamId)
    .where('seq', 'is', null)
    .where('at_ms', '<', beforeMs)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The last event that is not kept, by the order of the chain: nothing else of a row is verified yet. */
async function lastExpired(
  db: Transaction<Tables>,
  teamId: string,
  { beforeMs, perTeamMax }: Pruning,
): Promise<number> {
  const lastHead = await lastMark(db, teamId, 'head')
  if (lastHead === undefined) return 0
  const firstKept = await db
    .selectFrom('events')
    .select('seq')
    .where('team_id', '=', teamId)
    .where('seq', 'is not', null)
    .where('at_ms', '>=', beforeMs)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  return Math.max((firstKept?.seq ?? lastHead.seq + 1) - 1, lastHead.seq - perTeamMax)
}

interface CutRange {
  readonly teamId: string
  readonly cut: LedgerMark | undefined
  readonly lastSeq: number
}

/** The last head that one transaction reaches, or else the first one. */
async function headToCutAt(
  db: Transaction<Tables>,
  { teamId, cut, lastSeq }: CutRange,
): Promise<LedgerMark | undefined> {
  const startSeq = cut?.seq ?? 0
  const heads = db
    .selectFrom('ledger_marks')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('kind', '=', 'head')
    .where('seq', '>', startSeq)
  const near = await heads
    .where('seq', '<=', Math.min(lastSeq, startSeq + perCutMax))
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  const found = near ?? (await heads.where('seq', '<=', lastSeq).orderBy('seq').limit(1).executeTakeFirst())
  return found === undefined ? undefined : toMark(found)
}

/** What is wrong with the events from the last cut to the head, which covers the last of them. */
async function problemUntil(
  db: Transaction<Tables>,
  { cut, head }: { readonly cut: LedgerMark | undefined; readonly head: LedgerMark },
  { isSigned }: MarkKey,
): Promise<LedgerProblem | undefined> {
  const tools = { sha256: (text: string) => hash('sha256', text), isSigned }
  const { teamId } = head
  let verdict: LedgerVerdict = beginAt(teamId, cut, tools)
  for (;;) {
    if (verdict.kind === 'broken') return verdict.problem
    const { state } = verdict
    const rows = await db
      .selectFrom('events')
      .selectAll()
      .where('team_id', '=', teamId)
      .where('seq', '>', state.seq)
      .where('seq', '<=', head.seq)
      .orderBy('seq')
      .limit(pageMax)
      .execute()
    if (rows.length === 0) return verifyEnd(state, head, tools)
    let previousHash = state.hash
    const entries = rows.map((row) => {
      const [seq, hash] = [row.seq ?? 0, row.hash ?? '']
      const entry = { ...toEvent({ ...row, key_name: null }), teamId, seq, hash, previousHash }
      previousHash = hash
      return entry
    })
    verdict = verifyPage(state, { entries, heads: [head] }, tools)
  }
}
