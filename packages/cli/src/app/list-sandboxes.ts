import { renderSandboxTable } from '../dialect/sandbox-table.ts'
import { type ControlAccess, listSandboxes } from '../edge/control-client.ts'

export interface ListOptions {
  readonly states: readonly string[]
  readonly format: 'table' | 'json' | 'ids'
}

/** The text to print. */
export async function renderSandboxList(
  access: ControlAccess,
  options: ListOptions,
  nowMs: number,
): Promise<string> {
  const sandboxes = await listSandboxes(access, { states: options.states })
  if (options.format === 'ids') return sandboxes.map(({ sandboxId }) => sandboxId).join('\n')
  if (options.format === 'table') return renderSandboxTable(sandboxes, nowMs)
  const readable = sandboxes.map(({ startedAtMs, endAtMs, ...rest }) => ({
    ...rest,
    startedAt: toIso(startedAtMs),
    endAt: toIso(endAtMs),
  }))
  return JSON.stringify(readable, null, 2)
}

function toIso(atMs: number): string | null {
  return Number.isNaN(atMs) ? null : new Date(atMs).toISOString()
}
