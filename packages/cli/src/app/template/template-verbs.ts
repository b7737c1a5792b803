/** Commands on existing templates. Each returns the exit code or the text to print. */
import { aliveStartAdvice, aliveStartWarning } from '@cay/core/template/start-time.ts'
import { CommandError } from '../../dialect/output/command-error.ts'
import { type Columns, type ListView, renderList } from '../../dialect/output/table.ts'
import { type ListedTemplate, templateColumns } from '../../dialect/template/listed-template.ts'
import type { TeamApi, TemplateTag } from '../../ports/control-api.ts'
import { forEachGiven, type LineOutput } from '../for-each-given.ts'

/** Those of the team, and those that come with Cay, built or not. */
export async function renderTemplateList(
  team: TeamApi,
  recipes: readonly string[],
  view: ListView,
): Promise<string> {
  const own = await team.listTemplates()
  const built = await team.listBuiltIn()
  const missing = recipes.filter((alias) => built.every(({ name }) => name !== alias)).map(describeUnbuilt)
  const builtIn = [...built, ...missing].sort((a, b) => ((a.name ?? '') < (b.name ?? '') ? -1 : 1))
  return renderList([...builtIn, ...own], templateColumns(view.nowMs), view)
}

function describeUnbuilt(alias: string): ListedTemplate {
  return {
    ...{ templateId: null, name: alias, status: 'not built', visibility: 'built-in' },
    ...{ cpuCount: null, memoryMb: null, spawnCount: null, lastSpawnedAt: null },
  }
}

/** Removes each, also when one of them cannot be; the exit code is 1 then. */
export async function deleteTemplates(
  team: TeamApi,
  names: readonly string[],
  output: LineOutput,
): Promise<number> {
  const remove = async (name: string) => {
    if (await team.deleteTemplate(name)) return name
    throw new CommandError(`template "${name}" not found`)
  }
  return await forEachGiven(names, remove, output)
}

const tagColumns: Columns<TemplateTag> = {
  head: ['TAG', 'BUILD ID'],
  row: ({ tag, buildId }) => [tag, buildId],
}

/** A public template shares the memory of its author; the command says so. */
export async function publishTemplate(
  team: TeamApi,
  name: string,
  { printError }: Pick<LineOutput, 'printError'>,
): Promise<void> {
  await team.setPublic(name, true)
  const builds = new Set((await team.listTags(name)).map(({ buildId }) => buildId))
  const warnings = await Promise.all([...builds].map((buildId) => team.readBuildWarnings(name, buildId)))
  if (warnings.flat().some((message) => message.includes(aliveStartWarning)))
    printError(`Warning: ${aliveStartAdvice}`)
}

export async function renderTags(team: TeamApi, name: string, view: ListView): Promise<string> {
  return renderList(await team.listTags(name), tagColumns, view)
}
