import { renderEgressTable } from '../dialect/egress-table.ts'
import { listDenials } from '../edge/gate-client.ts'

export interface EgressRequest {
  readonly sandboxId: string
  readonly json: boolean
}

/** The text to print: what the gate of this machine has refused to the sandbox since it knows it. */
export async function showEgress(socketPath: string, request: EgressRequest, nowMs: number): Promise<string> {
  const flows = await listDenials(socketPath, request.sandboxId)
  if (flows === undefined) throw new Error(`no sandbox "${request.sandboxId}" runs on this machine`)
  if (request.json) return JSON.stringify(flows.map(readable), null, 2)
  return flows.length === 0 ? 'Nothing was refused.' : renderEgressTable(flows, nowMs)
}

function readable({ firstAtMs, lastAtMs, ...rest }: { firstAtMs: number; lastAtMs: number }) {
  return { ...rest, firstAt: new Date(firstAtMs).toISOString(), lastAt: new Date(lastAtMs).toISOString() }
}
