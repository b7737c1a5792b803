/**
 * The chains of the audit log. Only the relay adds to them, one relay at a time, so each stays one chain however many
 * processes write. Retention and signatures take the lock of the relay as well.
 */
import { hash } from 'node:crypto'
import { genesisHash, hashedText, type LedgerMark, signedText } from '@cay/core/event/ledger.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { EventLog, LedgerEvent, NewEvent, Retention, SignMark } from '../../../ports/event.ts'
import type { RowLocks } from '../row-locks.ts'
import type { Tables } from '../schema.ts'
import { type EventRow, nobodys, toEvent, toRow } from './event-row.ts'

type Part = Pick<EventLog, 'pruneEvents' | 'signLedgers' | 'readLedger' | 'listLedgers'>

interface LedgerContext {
  readonly locks: Pick<RowLocks, 'outbox'>
  readonly relay: () => Promise<number>
}

export function createLedger(db: Kysely<Tables>, { locks, relay }: LedgerContext): Part {
  return {
    async pruneEvents(retention, sign) {
      await relay()
      const teams = await db.selectFrom('events').select('team_id').distinct().execute()
      let count = 0
      for (const { team_id } of teams)
        count += await db.transaction().execute(async (transaction) => {
          await locks.outbox(transaction)
          return await cutChain(transaction, team_id, { ...retention, sign })
        })
      return count
    },

    async signLedgers(sign, nowMs, teamId) {
      await db.transaction().execute(async (transaction) => {
        await locks.outbox(transaction)
        let unsigned = transaction.selectFrom('ledgers').selectAll().whereRef('signed_seq', '<', 'seq')
        if (teamId !== undefined) unsigned = unsigned.where('team_id', '=', teamId ?? nobodys)
        for (const { team_id, seq, hash } of await unsigned.execute()) {
          await addMark(transaction, { kind: 'head', teamId: team_id, seq, hash, atMs: nowMs }, sign)
          await transaction
            .updateTable('ledgers')
            .set({ signed_seq: seq })
            .where('team_id', '=', team_id)
            .execute()
        }
      })
    },

    // In one transaction with the lock, so that a page and its heads belong together while others write.
    readLedger: (query) =>
      db.transaction().execute(async (transaction) => {
        await locks.outbox(transaction)
        const teamId = query.teamId ?? nobodys
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

/** Deletes what retention does not keep from the beginning of a chain; returns the number of events. */
async function cutChain(
  db: Transaction<Tables>,
  teamId: string,
  { beforeMs, perTeamMax, nowMs, sign }: Retention & { readonly sign: SignMark },
): Promise<number> {
  const ofTeam = db.selectFrom('events').selectAll().where('team_id', '=', teamId)
  const firstKept = await ofTeam.where('at_ms', '>=', beforeMs).orderBy('number').limit(1).executeTakeFirst()
  const tooMany = await ofTeam.orderBy('number', 'desc').limit(1).offset(perTeamMax).executeTakeFirst()
  let expired = ofTeam
  if (firstKept !== undefined)
    expired = expired.where('number', '<', Math.max(firstKept.number, (tooMany?.number ?? -1) + 1))
  const last = await expired.orderBy('number', 'desc').limit(1).executeTakeFirst()
  if (last === undefined) return 0
  const { numDeletedRows } = await db
    .deleteFrom('events')
    .where('team_id', '=', teamId)
    .where('number', '<=', last.number)
    .executeTakeFirst()
  if (last.seq === null || last.hash === null) return Number(numDeletedRows)
  await db.deleteFrom('ledger_marks').where('team_id', '=', teamId).where('seq', '<=', last.seq).execute()
  await addMark(db, { kind: 'cut', teamId, seq: last.seq, hash: last.hash, atMs: nowMs }, sign)
  return Number(numDeletedRows)
}

async function addMark(
  db: Transaction<Tables>,
  mark: Omit<LedgerMark, 'signature'>,
  sign: SignMark,
): Promise<void> {
  const { kind, teamId: team_id, seq, hash, atMs: at_ms } = mark
  await db
    .insertInto('ledger_marks')
    .values({ kind, team_id, seq, hash, at_ms, signature: sign(signedText(mark)) })
    .onConflict((conflict) => conflict.columns(['team_id', 'kind', 'seq']).doNothing())
    .execute()
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

async function lastMark(
  db: Transaction<Tables>,
  teamId: string,
  kind: LedgerMark['kind'],
): Promise<LedgerMark | undefined> {
  const row = await db
    .selectFrom('ledger_marks')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('kind', '=', kind)
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? undefined : toMark(row)
}

function toMark(row: Selectable<Tables['ledger_marks']>): LedgerMark {
  const { team_id, kind, seq, hash, at_ms, signature } = row
  return { kind, teamId: team_id, seq, hash, atMs: at_ms, signature }
}
