/** An item of the v2 list, as much of it as the command shows. */
export interface ListedSandbox {
  readonly sandboxId: string
  readonly template: string
  readonly state: string
  readonly startedAtMs: number
  readonly endAtMs: number
  readonly cpuCount: number
  readonly memoryMb: number
}

/** Throws when the body is no list of sandboxes. */
export function parseListedSandboxes(body: unknown): ListedSandbox[] {
  if (!Array.isArray(body)) throw new Error('the API answered with something that is no list of sandboxes')
  return body.map(parseOne)
}

function parseOne(item: unknown): ListedSandbox {
  const fields: Record<string, unknown> = typeof item === 'object' && item !== null ? { ...item } : {}
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const number = (name: string) => (typeof fields[name] === 'number' ? fields[name] : 0)
  return {
    sandboxId: text('sandboxID'),
    template: text('alias') || text('templateID'),
    state: text('state'),
    startedAtMs: Date.parse(text('startedAt')),
    endAtMs: Date.parse(text('endAt')),
    cpuCount: number('cpuCount'),
    memoryMb: number('memoryMB'),
  }
}
