import { type ListView, renderList } from '../../dialect/output/table.ts'
import { sandboxColumns } from '../../dialect/sandbox/sandbox-table.ts'
import type { TeamApi } from '../../ports/control-api.ts'

export interface ListOptions {
  readonly states: readonly string[]
  readonly idsOnly: boolean
  /** All of these pairs. */
  readonly metadata?: Readonly<Record<string, string>>
}

/** The text to print. */
export async function renderSandboxList(
  team: TeamApi,
  { states, idsOnly, metadata = {} }: ListOptions,
  view: ListView,
): Promise<string> {
  const sandboxes = await team.listSandboxes({ states, metadata })
  if (idsOnly) return sandboxes.map(({ sandboxId }) => sandboxId).join('\n')
  return renderList(sandboxes, sandboxColumns(view.nowMs), view)
}
