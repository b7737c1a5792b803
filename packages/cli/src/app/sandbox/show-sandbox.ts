import { type ListView, renderRecord } from '../../dialect/output/table.ts'
import { parseSandboxRecord } from '../../dialect/sandbox/sandbox-record.ts'
import type { TeamApi } from '../../ports/control-api.ts'
import { findSandbox } from './find-sandbox.ts'

/** The text to print. */
export async function showSandbox(team: TeamApi, id: string, view: ListView): Promise<string> {
  const { sandboxId, body } = await findSandbox(team, id)
  return await renderRecord(parseSandboxRecord(body), { name: sandboxId, view })
}
