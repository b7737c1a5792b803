/** What can be done with templates that are there. Each answers the exit code or the text to print. */
import type { ListedTemplate } from '../dialect/listed-template.ts'
import { describeDuration, renderTable } from '../dialect/sandbox-table.ts'
import type { ControlAccess } from '../edge/control-client.ts'
import { deleteTemplate, isBuilt, listTags, listTemplates } from '../edge/template-client.ts'
import type { KillOutput } from './kill-sandboxes.ts'

/** Those of the team, and those that come with Cay, built or not. */
export async function renderTemplateList(
  access: ControlAccess,
  { recipes, asJson }: { recipes: readonly string[]; asJson: boolean },
  nowMs: number,
): Promise<string> {
  const own = await listTemplates(access)
  const builtIn = await Promise.all(recipes.map((alias) => describeRecipe(access, alias)))
  const all = [...builtIn, ...own]
  if (asJson)
    return JSON.stringify(
      all.map(({ lastSpawnedAtMs, ...rest }) => ({
        ...rest,
        lastSpawnedAt: Number.isNaN(lastSpawnedAtMs) ? null : new Date(lastSpawnedAtMs).toISOString(),
      })),
      null,
      2,
    )
  const head = ['NAME', 'TEMPLATE ID', 'STATUS', 'VISIBILITY', 'CPUS', 'MEMORY', 'SANDBOXES', 'LAST USED']
  return renderTable(
    head,
    all.map((template) => rowOf(template, nowMs)),
  )
}

async function describeRecipe(access: ControlAccess, alias: string): Promise<ListedTemplate> {
  const status = (await isBuilt(access, alias)) ? 'ready' : 'not built'
  const unknown = { templateId: '', cpuCount: 0, memoryMb: 0, spawnCount: 0, lastSpawnedAtMs: Number.NaN }
  return { ...unknown, name: alias, status, visibility: 'built-in' }
}

function rowOf(template: ListedTemplate, nowMs: number): string[] {
  const { name, templateId, status, visibility, cpuCount, memoryMb, spawnCount, lastSpawnedAtMs } = template
  const counts =
    visibility === 'built-in'
      ? ['-', '-', '-', '-']
      : [
          String(cpuCount),
          `${memoryMb} MiB`,
          String(spawnCount),
          Number.isNaN(lastSpawnedAtMs) ? 'never' : `${describeDuration(nowMs - lastSpawnedAtMs)} ago`,
        ]
  return [name, templateId || '-', status, visibility, ...counts]
}

/** Removes each, also when one of them is not there; the exit code is 1 then. */
export async function deleteTemplates(
  access: ControlAccess,
  names: readonly string[],
  output: KillOutput,
): Promise<number> {
  let exitCode = 0
  for (const name of names) {
    if (await deleteTemplate(access, name)) output.print(name)
    else {
      output.printError(`Error: template "${name}" not found`)
      exitCode = 1
    }
  }
  return exitCode
}

export async function renderTags(access: ControlAccess, name: string): Promise<string> {
  const tags = await listTags(access, name)
  return renderTable(
    ['TAG', 'BUILD ID'],
    tags.map(({ tag, buildId }) => [tag, buildId]),
  )
}
