import { isForPeople, type ListView, renderList } from '../../dialect/output/table.ts'
import { type CountedFlow, denialColumns, showDenial } from '../../dialect/sandbox/egress-table.ts'

/** Oldest first. Undefined when the sandbox does not run. */
export type ListDenials = (sandboxId: string) => Promise<readonly CountedFlow[] | undefined>

/** The text to print: the connections and DNS queries of the sandbox that egress has denied. */
export async function showEgress(
  listDenials: ListDenials,
  sandboxId: string,
  view: ListView,
): Promise<string> {
  const flows = await listDenials(sandboxId)
  if (flows === undefined) throw new Error(`no sandbox "${sandboxId}" runs on this machine`)
  if (flows.length === 0 && isForPeople(view)) return 'No connection or DNS query was denied.'
  return renderList(flows.map(showDenial), denialColumns(view.nowMs), view)
}
