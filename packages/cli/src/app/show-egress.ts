import { refusalColumns, showRefusal } from '../dialect/egress-table.ts'
import { type ListView, renderList } from '../dialect/table.ts'
import { listDenials } from '../edge/gate-client.ts'

/** The text to print: what the gate of this machine has refused to the sandbox since it knows it. */
export async function showEgress(socketPath: string, sandboxId: string, view: ListView): Promise<string> {
  const flows = await listDenials(socketPath, sandboxId)
  if (flows === undefined) throw new Error(`no sandbox "${sandboxId}" runs on this machine`)
  if (flows.length === 0 && !view.isJson) return 'Nothing was refused.'
  return renderList(flows.map(showRefusal), refusalColumns(view.nowMs), view)
}
