/** `cay sandbox network`: shows the egress policy of a sandbox, or replaces it. */
import { fieldIn } from '../../dialect/output/fields.ts'
import { type ListView, renderRecord } from '../../dialect/output/table.ts'
import type { TeamApi } from '../../ports/control-api.ts'
import { findSandbox, pathOfSandbox } from './find-sandbox.ts'

export interface NetworkChange {
  readonly allowOut: readonly string[]
  readonly denyOut: readonly string[]
  /** Open connections that the new policy does not allow are closed. */
  readonly closesExisting: boolean
}

/** Without a change the present policy is shown. Returns the text to print. */
export async function sandboxNetwork(
  team: TeamApi,
  { id, change }: { readonly id: string; readonly change: NetworkChange | undefined },
  view: ListView,
): Promise<string> {
  const { sandboxId, body } = await findSandbox(team, id)
  if (change === undefined) return await renderRecord(parsePolicy(body), { name: sandboxId, view })
  const { allowOut, denyOut, closesExisting } = change
  await team.request({
    method: 'PUT',
    path: `${pathOfSandbox(sandboxId)}/network`,
    body: { allowOut, denyOut, ...(closesExisting ? { closeExisting: true } : {}) },
  })
  return sandboxId
}

function parsePolicy(body: unknown) {
  const network = fieldIn(body, 'network')
  return {
    allowOut: fieldIn(network, 'allowOut') ?? [],
    denyOut: fieldIn(network, 'denyOut') ?? [],
    allowInternetAccess: fieldIn(body, 'allowInternetAccess') ?? null,
    allowPublicTraffic: fieldIn(network, 'allowPublicTraffic') ?? true,
    rules: fieldIn(network, 'rules') ?? {},
  }
}
