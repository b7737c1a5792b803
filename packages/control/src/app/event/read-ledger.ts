import type { LedgerPage, LedgerQuery } from '../../ports/event.ts'
import type { Deps } from '../deps.ts'

/** A page of a chain, whose end is signed first: everything that was committed before the call is in it. */
export async function readLedger(
  { store, clock, ledgerKey }: Pick<Deps, 'store' | 'clock' | 'ledgerKey'>,
  query: LedgerQuery,
): Promise<LedgerPage> {
  await store.relayEvents()
  await store.signLedgers(ledgerKey.sign, clock.nowMs(), query.teamId)
  return await store.readLedger(query)
}
