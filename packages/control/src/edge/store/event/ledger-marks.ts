/** The signed heads and cuts of the chains of the audit log. */
import { type LedgerMark, signedText } from '@cay/core/event/ledger.ts'
import type { Selectable, Transaction } from 'kysely'
import type { SignMark } from '../../../ports/event.ts'
import type { Tables } from '../schema.ts'

export async function addMark(
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

export async function lastMark(
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

export function toMark(row: Selectable<Tables['ledger_marks']>): LedgerMark {
  const { team_id, kind, seq, hash, at_ms, signature } = row
  return { kind, teamId: team_id, seq, hash, atMs: at_ms, signature }
}
