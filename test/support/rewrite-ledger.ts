/** What somebody does who can write to the database, and knows how the ledger is made. */
import { hash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'
import { type EventRow, toEvent } from '@cay/control/edge/store/event/event-row.ts'
import { genesisHash, hashedText } from '@cay/core/event/ledger.ts'

/** Alters an event of the one chain, computes all hashes from there on again, and removes the heads that would tell. */
export function rewriteLedger(path: string, first: number): void {
  const database = new DatabaseSync(path)
  const rows = database.prepare('select * from events order by seq').all() as unknown
  let previousHash = genesisHash
  for (const row of rows as Omit<EventRow, 'key_name'>[]) {
    const seq = row.seq ?? 0
    if (seq < first) {
      previousHash = row.hash ?? ''
      continue
    }
    const outcome = seq === first ? 'refused' : row.outcome
    const fields = { ...toEvent({ ...row, outcome, key_name: null }), teamId: row.team_id }
    previousHash = hash('sha256', hashedText(fields, seq, previousHash))
    database
      .prepare('update events set outcome = ?, hash = ? where number = ?')
      .run(outcome, previousHash, row.number)
    database.prepare('update ledgers set hash = ? where team_id = ?').run(previousHash, row.team_id)
  }
  database.prepare("delete from ledger_marks where kind = 'head' and seq >= ?").run(first)
  database.close()
}
