/**
 * The chains of the audit log. Only the relay adds to them, one relay at a time, so each stays one chain however many
 * processes write. Retention and signatures take the lock of the relay as well.
 */
import { hash } from 'node:crypto'
import { genesisHash, hashedText, type LedgerMark } from '@cay/core/event/ledger.ts'
import type { Kysely, Transaction } from 'kysely'
import type { EventLog, LedgerEvent, NewEvent, PrunedEvents, Signing } from '../../../ports/event.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { cutChain } from './cut-chain.ts'
import { type EventRow, nobodys, toEvent, toRow } from './event-row.ts'
import { addMark, lastMark, toMark } from './ledger-marks.ts'

type Part = Pick<EventLog, 'pruneEvents' | 'signLedgers' | 'readLedger' | 'listLedgers'>

interface LedgerContext {
  readonly locks: Pick<RowLocks, 'outbox'>
  readonly relay: () => Promise<number>
}

export function createLedger(db: Kysely<Tables>, { locks, relay }: LedgerContext): Part {
  return {
    async pruneEvents(retention, key) {
      await relay()
      const teams = await db.selectFrom('events').select('team_id').distinct().execute()
      const broken: PrunedEvents['broken'][number][] = []
      let count = 0
      for (const { team_id } of teams)
        for (let isMore = true; isMore; ) {
          const cut = await db.transaction().execute(async (transaction) => {
            await locks.outbox(transaction)
            await signEnds(transaction, { sign: key.sign, nowMs: retention.nowMs }, team_id)
            return await cutChain(transaction, team_id, { ...retention, key })
          })
          count += cut.count
          isMore = cut.isMore
          if (cut.problem !== undefined)
            broken.push({ teamId: team_id === nobodys ? null : team_id, problem: cut.problem })
        }
      return { count, broken }
    },

    signLedgers: (sign, nowMs) =>
      db.transaction().execute(async (transaction) => {
        await locks.outbox(transaction)
        await signEnds(transaction, { sign, nowMs })
      }),

    // In one transaction with the lock, so that a page and its heads belong together, and its end is signed, while others write.
    readLedger: (query, signing) =>
      db.transaction().execute(async (transaction) => {
        await locks.outbox(transaction)
        const teamId = query.teamId ?? nobodys
        await signEnds(transaction, signing, teamId)
        const afterSeq = await startOf(transaction, { ...query, teamId })
        const rows = await transaction
          .selectFrom('events')
          .leftJoin('api_keys', 'api_keys.key_id', 'events.key_id')
          .selectAll('events')
          .select('api_keys.name as key_name')
          .where('events.team_id', '=', teamId)
          .where('seq', '>', afterSeq)
          .orderBy('seq')
          .limit(query.limit)
          .execute()
        const cut = await lastMark(transaction, teamId, 'cut')
        const entries = withPrevious(rows, await hashAt(transaction, { teamId, seq: afterSeq, cut }))
        const heads = await transaction
          .selectFrom('ledger_marks')
          .selectAll()
          .where('team_id', '=', teamId)
          .where('kind', '=', 'head')
          .where('seq', '>', afterSeq)
          .where('seq', '<=', entries.at(-1)?.seq ?? afterSeq)
          .orderBy('seq')
          .execute()
        return {
          entries,
          heads: heads.map(toMark),
          cut,
          lastHead: await lastMark(transaction, teamId, 'head'),
        }
      }),

    async listLedgers() {
      const rows = await db.selectFrom('ledgers').select('team_id').orderBy('team_id').execute()
      return rows.map(({ team_id }) => (team_id === nobodys ? null : team_id))
    },
  }
}

/** Adds events to the chains of their teams, in the transaction of the relay. */
export async function insertEvents(db: Transaction<Tables>, events: readonly NewEvent[]): Promise<void> {
  if (events.length === 0) return
  const teams = [...new Set(events.map(({ teamId }) => teamId ?? nobodys))]
  const known = await db.selectFrom('ledgers').selectAll().where('team_id', 'in', teams).execute()
  const ends = new Map(known.map(({ team_id, seq, hash }) => [team_id, { seq, hash }]))
  const rows = events.map((event) => {
    const fields = { ...event, teamId: event.teamId ?? nobodys }
    const before = ends.get(fields.teamId) ?? { seq: 0, hash: genesisHash }
    const seq = before.seq + 1
    const end = { seq, hash: hash('sha256', hashedText(fields, seq, before.hash)) }
    ends.set(fields.teamId, end)
    return { ...toRow(event), ...end }
  })
  await db.insertInto('events').values(rows).execute()
  await db
    .insertInto('ledgers')
    .values([...ends].map(([team_id, end]) => ({ team_id, ...end, signed_seq: 0 })))
    .onConflict((conflict) =>
      conflict.column('team_id').doUpdateSet(({ ref }) => ({
        seq: ref('excluded.seq'),
        hash: ref('excluded.hash'),
      })),
    )
    .execute()
}

/** Of one chain, if a team is given. */
async function signEnds(db: Transaction<Tables>, { sign, nowMs }: Signing, teamId?: string): Promise<void> {
  let unsigned = db.selectFrom('ledgers').selectAll().whereRef('signed_seq', '<', 'seq')
  if (teamId !== undefined) unsigned = unsigned.where('team_id', '=', teamId)
  for (const { team_id, seq, hash } of await unsigned.execute()) {
    await addMark(db, { kind: 'head', teamId: team_id, seq, hash, atMs: nowMs }, sign)
    await db.updateTable('ledgers').set({ signed_seq: seq }).where('team_id', '=', team_id).execute()
  }
}

interface Start {
  readonly teamId: string
  readonly afterSeq: number
  readonly sinceMs?: number | undefined
}

async function startOf(db: Transaction<Tables>, { teamId, afterSeq, sinceMs }: Start): Promise<number> {
  if (sinceMs === undefined) return afterSeq
  const first = await db
    .selectFrom('events')
    .select('seq')
    .where('team_id', '=', teamId)
    .where('seq', '>', afterSeq)
    .where('at_ms', '>=', sinceMs)
    .orderBy('seq')
    .limit(1)
    .executeTakeFirst()
  if (first?.seq != null) return first.seq - 1
  const end = await db.selectFrom('ledgers').select('seq').where('team_id', '=', teamId).executeTakeFirst()
  return Math.max(afterSeq, end?.seq ?? 0)
}

/** The hash that the event after `seq` follows, as far as it is kept. */
async function hashAt(
  db: Transaction<Tables>,
  { teamId, seq, cut }: { teamId: string; seq: number; cut: LedgerMark | undefined },
): Promise<string> {
  if (cut !== undefined && seq <= cut.seq) return cut.hash
  if (seq === 0) return genesisHash
  const row = await db
    .selectFrom('events')
    .select('hash')
    .where('team_id', '=', teamId)
    .where('seq', '=', seq)
    .executeTakeFirst()
  return row?.hash ?? genesisHash
}

function withPrevious(rows: readonly EventRow[], firstPrevious: string): LedgerEvent[] {
  return rows.map((row, index) => ({
    ...toEvent(row),
    seq: row.seq ?? 0,
    hash: row.hash ?? '',
    previousHash: index === 0 ? firstPrevious : (rows[index - 1]?.hash ?? ''),
  }))
}
