import { type ListView, renderList } from '../../dialect/output/table.ts'
import {
  parseSandboxUsage,
  type ShownSandboxUsage,
  sandboxUsageColumns,
} from '../../dialect/sandbox/usage-table.ts'
import type { TeamApi } from '../../ports/control-api.ts'
import { findSandbox } from './find-sandbox.ts'

/** Of one request. */
const idsMax = 100

/** The newest figures of these sandboxes; without ids, of all that run. */
export async function showSandboxUsage(
  team: TeamApi,
  given: readonly string[],
  view: ListView,
): Promise<string> {
  const ids = given.length === 0 ? await runningIds(team) : await findAll(team, given)
  const usages: ShownSandboxUsage[] = []
  for (let at = 0; at < ids.length; at += idsMax) {
    const part = ids.slice(at, at + idsMax)
    const path = `/sandboxes/metrics?sandbox_ids=${part.join(',')}`
    const body = await team.request({ method: 'GET', path })
    usages.push(...part.map((id) => parseSandboxUsage(id, body)))
  }
  return await renderList(usages, sandboxUsageColumns, view)
}

async function runningIds(team: TeamApi): Promise<string[]> {
  return (await team.listSandboxes({ states: ['running'] })).map(({ sandboxId }) => sandboxId)
}

async function findAll(team: TeamApi, given: readonly string[]): Promise<string[]> {
  const found = await Promise.all(given.map((id) => findSandbox(team, id)))
  return found.map(({ sandboxId }) => sandboxId)
}
