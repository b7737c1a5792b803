/**
 * The part of Helm's templates that the chart of deploy/ uses, so that its tests need no Helm: values, `toJson`, `range` over a map
 * and `if`. Anything else throws: then the chart is rendered by Helm, and this learns it.
 */
type Scope = Readonly<Record<string, unknown>>

interface Piece {
  readonly text: string
  /** Of the action behind the text; absent at the end. */
  readonly action?: string
}

export function renderChartTemplate(text: string, values: Scope, releaseName: string): string {
  const pieces = split(text)[Symbol.iterator]()
  return join(readBlock(pieces), { Values: values, Release: { Name: releaseName } })
}

/** A hyphen at the beginning of an action removes the white space before it. */
function* split(text: string): Generator<Piece> {
  let last = 0
  for (const { 0: whole, 1: trim, 2: action = '', index } of text.matchAll(/\{\{(-?)\s*(.*?)\s*\}\}/g)) {
    const before = text.slice(last, index)
    last = index + whole.length
    yield { text: trim === '-' ? before.trimEnd() : before, action }
  }
  yield { text: text.slice(last) }
}

type Part = string | ((scope: Scope) => string)

/** Up to its `end`: it may be rendered several times, or not at all. */
function readBlock(pieces: Iterator<Piece>): Part[] {
  const parts: Part[] = []
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) {
    const { text, action } = next.value
    parts.push(text)
    if (action === undefined || action === 'end') break
    parts.push(readAction(action, pieces))
  }
  return parts
}

function readAction(action: string, pieces: Iterator<Piece>): Part {
  const [, condition] = /^if (\S+)$/.exec(action) ?? []
  if (condition !== undefined) {
    const block = readBlock(pieces)
    return (scope) => (lookUp(condition, scope) ? join(block, scope) : '')
  }
  const [, name, value, map] = /^range \$(\w+), \$(\w+) := (\S+)$/.exec(action) ?? []
  if (name !== undefined && value !== undefined && map !== undefined) {
    const block = readBlock(pieces)
    return (scope) =>
      // Go goes through a map in the order of its keys.
      Object.entries(lookUp(map, scope) as Scope)
        .sort(([one], [other]) => (one < other ? -1 : 1))
        .map(([key, each]) => join(block, { ...scope, [`$${name}`]: key, [`$${value}`]: each }))
        .join('')
  }
  const [, json] = /^toJson (\S+)$/.exec(action) ?? []
  if (json !== undefined) return (scope) => JSON.stringify(lookUp(json, scope))
  return (scope) => String(lookUp(action, scope))
}

const join = (parts: readonly Part[], scope: Scope) =>
  parts.map((part) => (typeof part === 'string' ? part : part(scope))).join('')

/** Throws for what is no value. */
function lookUp(path: string, scope: Scope): unknown {
  if (!/^(\.\w+)+$|^\$\w+$/.test(path))
    throw new Error(`the chart uses "${path}", which only Helm can render`)
  const names = path.startsWith('.') ? path.slice(1).split('.') : [path]
  return names.reduce<unknown>((value, name) => {
    if (typeof value !== 'object' || value === null || !(name in value))
      throw new Error(`the chart uses "${path}", which has no value`)
    return (value as Scope)[name]
  }, scope)
}
