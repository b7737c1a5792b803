import type { LedgerPage, LedgerQuery } from '../../ports/event.ts'
import type { Deps } from '../deps.ts'

/** A page of a chain: everything that was committed before the call is in the chain, whose end is signed. */
export async function readLedger(
  { store, clock, ledgerKey }: Pick<Deps, 'store' | 'clock' | 'ledgerKey'>,
  query: LedgerQuery,
): Promise<LedgerPage> {
  await store.relayEvents()
  return await store.readLedger(query, { sign: ledgerKey.sign, nowMs: clock.nowMs() })
}
