import { sandboxColumns } from '../dialect/sandbox-table.ts'
import { type ListView, renderList } from '../dialect/table.ts'
import { type ControlAccess, listSandboxes } from '../edge/control-client.ts'

export interface ListOptions {
  readonly states: readonly string[]
  readonly idsOnly: boolean
}

/** The text to print. */
export async function renderSandboxList(
  access: ControlAccess,
  { states, idsOnly }: ListOptions,
  view: ListView,
): Promise<string> {
  const sandboxes = await listSandboxes(access, { states })
  if (idsOnly) return sandboxes.map(({ sandboxId }) => sandboxId).join('\n')
  return renderList(sandboxes, sandboxColumns(view.nowMs), view)
}
