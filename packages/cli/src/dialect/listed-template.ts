/** An item of the list of templates, as much of it as the command shows. */
export interface ListedTemplate {
  /** Empty for one that comes with Cay. */
  readonly templateId: string
  readonly name: string
  readonly status: string
  readonly visibility: 'public' | 'team' | 'built-in'
  readonly cpuCount: number
  readonly memoryMb: number
  readonly spawnCount: number
  /** Not a number: never. */
  readonly lastSpawnedAtMs: number
}

/** Throws when the body is no list of templates. */
export function parseListedTemplates(body: unknown): ListedTemplate[] {
  if (!Array.isArray(body)) throw new Error('the API answered with something that is no list of templates')
  return body.map(parseOne)
}

function parseOne(item: unknown): ListedTemplate {
  const fields: Record<string, unknown> = typeof item === 'object' && item !== null ? { ...item } : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const number = (name: string) => (typeof fields[name] === 'number' ? fields[name] : 0)
  const aliases = Array.isArray(fields.aliases) ? fields.aliases.map(String) : []
  return {
    templateId: text('templateID'),
    name: aliases.join(', '),
    status: text('buildStatus'),
    visibility: fields.public === true ? 'public' : 'team',
    cpuCount: number('cpuCount'),
    memoryMb: number('memoryMB'),
    spawnCount: number('spawnCount'),
    lastSpawnedAtMs: Date.parse(text('lastSpawnedAt')),
  }
}
