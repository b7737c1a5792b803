import { amountIn, fieldIn, listOf, listParser, numberIn, textIn } from '../output/fields.ts'
import { nameOrId } from '../output/plain-word.ts'
import { type Columns, describeAge, orDash } from '../output/table.ts'

/** An item of the list of templates, as much of it as the command shows. */
export interface ListedTemplate {
  /** Null for one that comes with Cay. */
  readonly templateId: string | null
  /** Several with commas between. */
  readonly name: string | null
  readonly status: string | null
  readonly visibility: 'public' | 'team' | 'built-in'
  /** Null before the first build is done. */
  readonly cpuCount: number | null
  readonly memoryMb: number | null
  /** Null for one that comes with Cay: sandboxes of all teams are made from it. */
  readonly spawnCount: number | null
  /** Null for never. */
  readonly lastSpawnedAt: string | null
}

export const parseListedTemplates = listParser(
  'templates',
  (item): ListedTemplate => ({
    templateId: textIn(item, 'templateID'),
    name: namesIn(item),
    status: textIn(item, 'buildStatus'),
    visibility: fieldIn(item, 'public') === true ? 'public' : 'team',
    cpuCount: amountIn(item, 'cpuCount'),
    memoryMb: amountIn(item, 'memoryMB'),
    spawnCount: numberIn(item, 'spawnCount'),
    lastSpawnedAt: textIn(item, 'lastSpawnedAt'),
  }),
)

/** Those that come with the installation. They have no id for a team, as nobody can change them. */
export function parseBuiltIn(body: unknown): ListedTemplate[] {
  return listOf(fieldIn(body, 'templates'), 'templates').map((item) => ({
    templateId: null,
    name: aliasesIn(item),
    status: 'ready',
    visibility: 'built-in',
    cpuCount: amountIn(item, 'vcpu'),
    memoryMb: amountIn(item, 'ramMb'),
    spawnCount: null,
    lastSpawnedAt: null,
  }))
}

function aliasesIn(item: unknown): string {
  return listOf(fieldIn(item, 'aliases'), 'aliases')
    .map((each) => textIn(each, 'alias') ?? '')
    .join(', ')
}

function namesIn(item: unknown): string | null {
  const aliases = fieldIn(item, 'aliases')
  return Array.isArray(aliases) && aliases.length > 0 ? aliases.map(String).join(', ') : null
}

export function templateColumns(nowMs: number): Columns<ListedTemplate> {
  return {
    name: ({ name, templateId }) => nameOrId(name, templateId ?? '-'),
    head: ['NAME', 'TEMPLATE ID', 'STATUS', 'VISIBILITY', 'CPUS', 'MEMORY', 'SANDBOXES', 'LAST USED'],
    row: (template) => [
      orDash(template.name),
      orDash(template.templateId),
      orDash(template.status),
      template.visibility,
      orDash(template.cpuCount),
      template.memoryMb === null ? '-' : `${template.memoryMb} MiB`,
      orDash(template.spawnCount),
      template.lastSpawnedAt === null && template.spawnCount !== null
        ? 'never'
        : describeAge(template.lastSpawnedAt, nowMs),
    ],
  }
}
